// Package lzma packs files as the format of LZMA has it ("LZMA alone": a header of 13 bytes and a stream without an
// end marker; Igor Pavlov, LZMA specification, 2015). A static site has its debugger packed so: browsers unpack
// deflate only, whose window of 32 KB is too small for WebAssembly, so that a module of the page unpacks this
// (js/unpack.js).
//
//	packed := lzma.Pack(code)
//
// The format is a list of operations: a byte, or a copy of what came at some distance before, which may be one of the
// four distances that were used last. Each is told in binary decisions, and each decision in as many bits as its
// probability deserves, which is learned on the way (model). The packer chooses the cheapest list for a block at a
// time, by the prices of that moment (parser), out of the copies that chains of equal beginnings offer (finder).
package lzma
