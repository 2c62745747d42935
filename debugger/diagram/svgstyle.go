package diagram

// style is the colours and types, light and dark. Lines and letters that cross have a
// halo of the paper's colour.
const style = `
text{font-family:system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;font-size:12px;fill:#1f2733}
.paper{fill:#ffffff}.band{fill:#f4f6f9}.band.odd{fill:#eceff4}
.title{font-size:17px;font-weight:600}.sub,.foot{fill:#5b6675}
.host{font-size:12px;font-weight:600;fill:#394454}.task{fill:#5b6675;font-size:11px}
.box{fill:#ffffff;stroke:#c9d0da}.name{font-size:11.5px;font-weight:600}
.again{fill:#5b6675;font-size:10.5px;font-weight:600}.strip{fill:#e3e7ed}
.rule{stroke:#dde2e9;stroke-width:1}.gap{stroke:#9aa4b2;stroke-width:1;stroke-dasharray:1 4}
.time{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9.5px;fill:#7d8897;text-anchor:end}
.life{stroke:#5d6b7e;stroke-width:2.2}.life.waits{stroke:#a9b3c1;stroke-width:2;stroke-dasharray:3 4}
.n,.l{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9.5px;stroke:#f4f6f9;stroke-width:2.5px;stroke-linejoin:round;paint-order:stroke}
.n{fill:#8a94a3;text-anchor:end}.l{fill:#2b3442}
.m{fill:#ffffff;stroke:#5d6b7e;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.message .m{fill:#2563eb;stroke:#1d4fc4}.lock .m{fill:#0f9488;stroke:#0b746b}
.start .m,.end .m{fill:#5d6b7e;stroke:#3f4b5b}.fork .m{fill:#ffffff;stroke:#15803d;stroke-width:2}
.note .m{fill:#8b5cf6;stroke:#6d3fe0}.fault .m{fill:#f59e0b;stroke:#b45309}
.refused .m{fill:#ffffff;stroke:#b45309;stroke-width:1.8}.timeout .m{fill:#f59e0b;stroke:#b45309}
.failure .m{fill:none;stroke:#dc2626;stroke-width:3.2}
.timeout .l,.refused .l,.fault .l{fill:#b45309}.failure .l,.stuck .l{fill:#dc2626;font-weight:700}.local .l,.fold .l{fill:#7d8897}
.waiting .m{fill:#ffffff;stroke-width:1.8}
.fold .m{fill:#e3e8ef;stroke:#a9b3c1;stroke-width:1}.fold .c{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:9px;text-anchor:middle;fill:#394454}
.held{fill:none;stroke:#c026d3;stroke-width:1.6}.stuck .m{fill:none;stroke:#dc2626;stroke-width:2.2}
.a{fill:none}.a.message{stroke:#2563eb;stroke-width:1.6}.a.fork{stroke:#15803d;stroke-width:1.5}
.a.wake{stroke:#7d8897;stroke-width:1.3;stroke-dasharray:4 3}.a.lock{stroke:#0f9488;stroke-width:1.2;stroke-dasharray:2 3}
.h.message{fill:#2563eb}.h.fork{fill:#15803d}.h.wake{fill:#7d8897}.h.lock{fill:#0f9488}
.cut{fill:none;stroke:#c026d3;stroke-width:2.2}.past{fill:#c026d3;opacity:.05}
.flag{fill:#c026d3}.flagtext{font-size:10.5px;font-weight:600;fill:#ffffff}
.e:hover .m{stroke-width:4}.a:hover{stroke-width:3.5}
@media (prefers-color-scheme:dark){
text{fill:#dfe5ee}.paper{fill:#14181f}.band{fill:#1b212a}.band.odd{fill:#202733}
.sub,.foot,.task,.again{fill:#97a3b4}.host{fill:#c5cedb}.box{fill:#14181f;stroke:#3c4756}.strip{fill:#2a323e}
.rule{stroke:#2a3240}.gap{stroke:#5b6675}.time,.n{fill:#7f8b9c}.life{stroke:#93a0b3}.life.waits{stroke:#566273}
.n,.l{stroke:#1b212a}.l{fill:#d3dbe6}.m{fill:#14181f;stroke:#93a0b3}
.message .m{fill:#6ea0ff;stroke:#9cbdff}.lock .m{fill:#2dd4bf;stroke:#7be8da}.start .m,.end .m{fill:#93a0b3;stroke:#c5cedb}
.fork .m{fill:#14181f;stroke:#4ade80}.note .m{fill:#a78bfa;stroke:#c9b8ff}.fault .m,.timeout .m{fill:#fbbf24;stroke:#fde08a}
.refused .m{fill:#14181f;stroke:#fbbf24}.failure .m,.stuck .m{fill:none;stroke:#ff6b6b}
.timeout .l,.refused .l,.fault .l{fill:#fbbf24}.failure .l,.stuck .l{fill:#ff6b6b}.local .l,.fold .l{fill:#8b97a8}
.waiting .m{fill:#14181f}
.fold .m{fill:#2d3644;stroke:#566273}.fold .c{fill:#c5cedb}
.a.message{stroke:#6ea0ff}.a.fork{stroke:#4ade80}.a.wake{stroke:#93a0b3}.a.lock{stroke:#2dd4bf}
.h.message{fill:#6ea0ff}.h.fork{fill:#4ade80}.h.wake{fill:#93a0b3}.h.lock{fill:#2dd4bf}
.cut{stroke:#e879f9}.past{fill:#e879f9;opacity:.06}.held{stroke:#e879f9}.flag{fill:#a21caf}
}
`
