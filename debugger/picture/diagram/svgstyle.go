package diagram

// style is the colours and types, light and dark. Lines and letters that cross have a
// halo of the paper's colour. No two marks have one shape, no two arrows one pattern and
// head: the picture can be read in black and white. It is printed light.
const style = `
text{font-family:system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;font-size:12px;fill:#1f2733}
.paper{fill:#ffffff}.band{fill:#f4f6f9}.band.odd{fill:#eceff4}
.title{font-size:17px;font-weight:600}.sub,.foot{fill:#5b6675}
.host{font-size:12px;font-weight:600;fill:#394454}.task{fill:#5b6675;font-size:11px}
.box{fill:#ffffff;stroke:#c9d0da}.name{font-size:11.5px;font-weight:600}
.again{fill:#5b6675;font-size:10.5px;font-weight:600}.strip{fill:#e3e7ed}
.rule{stroke:#dde2e9;stroke-width:1}.gap{stroke:#9aa4b2;stroke-width:1;stroke-dasharray:1 4}
.time{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9.5px;fill:#667180;text-anchor:end}
.span{fill:#0f9488;fill-opacity:.18;stroke:#0f9488;stroke-opacity:.5}
.life{stroke:#5d6b7e;stroke-width:2.2}.life.waits{stroke:#a9b3c1;stroke-width:2;stroke-dasharray:3 4}
.n,.l{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9.5px;stroke:#f4f6f9;stroke-width:2.5px;stroke-linejoin:round;paint-order:stroke}
.n{fill:#667180;text-anchor:end}.l{fill:#2b3442}
.m{fill:#ffffff;stroke:#5d6b7e;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.message .m{fill:#2563eb;stroke:#1d4fc4}.lock .m{fill:#7a4a9e;stroke:#5c3579}
.start .m,.end .m{fill:#5d6b7e;stroke:#3f4b5b}.fork .m{fill:#ffffff;stroke:#3f7d0a;stroke-width:2}
.note .m{fill:#0f9488;stroke:#0b746b}.fault .m{fill:#f59e0b;stroke:#b45309}
.refused .m{fill:#ffffff;stroke:#b45309;stroke-width:1.8}.timeout .m{fill:#f59e0b;stroke:#b45309}
.failure .m{fill:none;stroke:#dc2626;stroke-width:3.2}
.timeout .l,.refused .l,.fault .l{fill:#b45309}.failure .l,.stuck .l{fill:#dc2626;font-weight:700}.local .l,.fold .l{fill:#667180}
.waiting .m{fill:#ffffff;stroke-width:1.8}
.by{fill:#fff1b8;stroke:#b58900;stroke-width:1;stroke-dasharray:5 3}
.change .m{fill:#fde047;stroke:#1f2733;stroke-width:1.3}.change .l,.change .n{stroke:#fff1b8;fill:#1f2733}.change .l{font-weight:700}
.predicate .m{fill:#fde047;stroke:#7c2d12;stroke-width:1.3}.halt .m{fill:#ffffff;stroke:#5b1a0a;stroke-width:1.8}.predicate .l,.halt .l{fill:#7c2d12;font-weight:700}
.fold .m{fill:#e3e8ef;stroke:#a9b3c1;stroke-width:1}.fold .c{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9px;text-anchor:middle;fill:#394454}
.held{fill:none;stroke:#be0064;stroke-width:1.6}.stuck .m{fill:none;stroke:#dc2626;stroke-width:2.2}
.a{fill:none}.a.message{stroke:#2563eb;stroke-width:1.6}.a.fork{stroke:#3f7d0a;stroke-width:1.5}
.a.wake{stroke:#7d8897;stroke-width:1.3;stroke-dasharray:4 3}.a.lock{stroke:#7a4a9e;stroke-width:1.3;stroke-dasharray:7 2.5 1.5 2.5}
.a.halt{stroke:#5b1a0a;stroke-width:1.6;stroke-dasharray:10 3}
.a.control{stroke:#d27869;stroke-width:1.5;stroke-dasharray:5 2}.a.ack{stroke:#00a5f0;stroke-width:1.2;stroke-dasharray:1.5 3}
.h{stroke-width:1.3;stroke-linejoin:round}.h.message{fill:#2563eb;stroke:#2563eb}.h.fork{fill:#ffffff;stroke:#3f7d0a}
.h.control{fill:#d27869;stroke:#d27869}.h.ack{fill:none;stroke:#00a5f0}.control .m{fill:#ffffff;stroke:#a8442f;stroke-width:1.4}.control .l{fill:#a8442f}
.h.wake{fill:none;stroke:#7d8897}.h.lock{fill:#7a4a9e;stroke:#7a4a9e}.h.halt{fill:#5b1a0a;stroke:#5b1a0a}
.x{fill:none;stroke:#1d4fc4;stroke-width:2.2}
.cut{fill:none;stroke:#be0064;stroke-width:2.2}.past{fill:#be0064;opacity:.05}
.flag{fill:#be0064}.flagtext{font-size:10.5px;font-weight:600;fill:#ffffff}
.e:hover .m{stroke-width:4}.a:hover{stroke-width:3.5}
@media print{svg{print-color-adjust:exact}}
@media screen and (prefers-color-scheme:dark){
text{fill:#dfe5ee}.paper{fill:#14181f}.band{fill:#1b212a}.band.odd{fill:#202733}
.sub,.foot,.task,.again{fill:#97a3b4}.host{fill:#c5cedb}.box{fill:#14181f;stroke:#3c4756}.strip{fill:#2a323e}
.rule{stroke:#2a3240}.gap{stroke:#5b6675}.time,.n{fill:#7f8b9c}.life{stroke:#93a0b3}.life.waits{stroke:#566273}
.n,.l{stroke:#1b212a}.l{fill:#d3dbe6}.m{fill:#14181f;stroke:#93a0b3}
.message .m{fill:#6ea0ff;stroke:#9cbdff}.lock .m{fill:#b58fe0;stroke:#d6bdf2}.start .m,.end .m{fill:#93a0b3;stroke:#c5cedb}
.fork .m{fill:#14181f;stroke:#9bd14b}.note .m{fill:#2dd4bf;stroke:#7be8da}.fault .m,.timeout .m{fill:#fbbf24;stroke:#fde08a}
.refused .m{fill:#14181f;stroke:#fbbf24}.failure .m,.stuck .m{fill:none;stroke:#ff6b6b}
.timeout .l,.refused .l,.fault .l{fill:#fbbf24}.failure .l,.stuck .l{fill:#ff6b6b}.local .l,.fold .l{fill:#8b97a8}
.waiting .m{fill:#14181f}
.by{fill:#3a3312;stroke:#d4a72c}.change .m,.predicate .m{fill:#fde047;stroke:#fff7cc}.change .l,.change .n{stroke:#3a3312;fill:#fff1b8}
.halt .m{fill:#14181f;stroke:#f0a582}.predicate .l,.halt .l{fill:#f0a582}
.fold .m{fill:#2d3644;stroke:#566273}.fold .c{fill:#c5cedb}
.a.message{stroke:#6ea0ff}.a.fork{stroke:#9bd14b}.a.wake{stroke:#93a0b3}.a.lock{stroke:#b58fe0}.a.halt{stroke:#f0a582}.a.control{stroke:#e8998b}.a.ack{stroke:#5cc8ff}.x{stroke:#9cbdff}
.h.message{fill:#6ea0ff;stroke:#6ea0ff}.h.fork{fill:#14181f;stroke:#9bd14b}.h.wake{stroke:#93a0b3}.h.lock{fill:#b58fe0;stroke:#b58fe0}.h.halt{fill:#f0a582;stroke:#f0a582}.h.control{fill:#e8998b;stroke:#e8998b}.h.ack{stroke:#5cc8ff}
.control .m{fill:#14181f;stroke:#e8998b}.control .l{fill:#e8998b}
.cut{stroke:#ff5fae}.past{fill:#ff5fae;opacity:.06}.held{stroke:#ff5fae}.flag{fill:#be0064}
}
`
