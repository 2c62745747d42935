// What a page without a server was given with it: the files of its site, which are read, or, in a page that is one file
// for itself, elements of that name, with the file as text or, if it is not one, in Ascii85, which is a sixteenth shorter than
// base64.

// within is a file that stands in this page, null if this page has others beside it.
const within = name => document.getElementById(`given-${name}`)?.textContent ?? null;

// script is the URL of a script for a worker.
export function script(name) {
  const text = within(name);
  return text === null ? new URL(name, document.baseURI) : URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
}

// given is a file, as an answer whose body can be read in pieces.
export async function given(name) {
  const text = within(name);
  if (text !== null) return new Response(decoded(text));
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) throw new Error(`${name} cannot be read: ${response.status} ${response.statusText}`);
  return response;
}

// decoded is what Ascii85 stands for: five letters from '!' to 'u' for four bytes, z for four that are 0. In place of <
// it has v here.
function decoded(text) {
  const bytes = new Uint8Array(4 * text.length), words = new DataView(bytes.buffer);
  const digit = at => { // letters that a last group lacks count as the greatest
    const c = text.charCodeAt(at);
    return c === 118 ? 27 : at < text.length ? c - 33 : 84;
  };
  let size = 0;
  for (let at = 0; at < text.length;) {
    if (text.charCodeAt(at) === 122) {
      at++, size += 4;
      continue;
    }
    let word = 0;
    for (let i = 0; i < 5; i++) word = 85 * word + digit(at + i);
    words.setUint32(size, word);
    size += Math.min(5, text.length - at) - 1;
    at += 5;
  }
  return bytes.subarray(0, size);
}
