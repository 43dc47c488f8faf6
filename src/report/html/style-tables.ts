/** Tables: the matrix, what passed, statuses and latency. */
export const TABLES: string = `table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; color: var(--muted); font-size: .875rem; padding-bottom: .6rem; }
th, td { overflow-wrap: break-word; padding: .42rem .6rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th, thead td { border-top: 0; color: var(--muted); font-weight: 600; font-size: .8rem; vertical-align: bottom; }
tbody th { font-weight: 500; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }

.scroll { overflow: auto; max-width: 100%; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: center; font-size: .875rem; margin: 0 0 .8rem; }
.tall { width: fit-content; max-height: min(46rem, 85vh); border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.tall .matrix th { background: var(--surface); }
.matrix { width: auto; border-collapse: separate; border-spacing: 0; }
.matrix th, .matrix td { padding-block: .12rem; vertical-align: middle; }
.matrix thead th { position: sticky; top: 0; background: var(--bg); z-index: 2; padding-block: .6rem .5rem; white-space: nowrap; border-bottom: 1px solid var(--line); vertical-align: bottom; }
.matrix tbody th { position: sticky; left: 0; background: var(--bg); white-space: nowrap; z-index: 1; }
.matrix thead th:first-child { left: 0; z-index: 3; }
.matrix thead + tbody tr:first-child > * { border-top: 0; }
.matrix td { text-align: center; min-width: 2.2rem; }
.matrix tbody tr:hover td, .matrix tbody tr:hover th { background: var(--sunken); }
.matrix .levels { color: var(--muted); font-size: .78rem; text-align: left; white-space: nowrap; }
.matrix a { display: inline-flex; align-items: center; gap: .15rem; padding: .3rem .45rem; vertical-align: middle; border-radius: 4px; text-decoration: none; }
.by-name tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 12rem; }
.by-name thead th span { display: inline-block; white-space: normal; overflow-wrap: anywhere; max-width: 14rem; }
.by-operation thead th:not(:first-child) span { writing-mode: vertical-rl; transform: rotate(180deg); }
.by-operation thead th:not(:first-child) { text-align: center; padding-inline: .3rem; }
.by-operation td { padding-inline: .1rem; min-width: 2rem; }
.by-operation a { padding: .3rem .25rem; }
.by-operation .own { text-align: left; border-left: 1px solid var(--line); padding-inline: .5rem; white-space: nowrap; }
.by-operation .area th { position: static; color: var(--muted); font-size: .8rem; font-weight: 600; padding-block: .7rem .2rem; background: inherit; }
.by-operation .area th span { position: sticky; left: .6rem; }

.list tbody th { overflow-wrap: anywhere; width: 26%; }
.list th > span, .list td > span, .list td > em { display: block; color: var(--muted); font-size: .82rem; font-weight: 400; margin-top: .1rem; }
.list td { overflow-wrap: anywhere; }
.list td:nth-child(3) { width: 30%; }

.pictures .number { text-align: right; padding-right: 1.2rem; }
.pictures th:nth-child(3) { width: 36%; }
.pictures svg { display: block; margin-block: .3rem .15rem; }
.bar { width: 100%; height: .6rem; border-radius: 3px; }
.range { max-width: 100%; }
.scale { display: flex; justify-content: space-between; width: 200px; margin-left: 5px; font-weight: 400; }
.told { display: flex; flex-wrap: wrap; gap: 0 .9rem; color: var(--muted); font-size: .82rem; font-variant-numeric: tabular-nums; }
.told b { font-weight: 400; }
.s1, .s3 { fill: var(--information); } .s2 { fill: var(--passed); } .s4 { fill: var(--quiet); } .s5 { fill: var(--failed); } .silent { fill: var(--cantTell); }
.bar rect { stroke: var(--bg); stroke-width: 1; vector-effect: non-scaling-stroke; }
.range path { fill: none; } .rail { stroke: var(--line); } .usual { stroke: var(--information); stroke-width: 4; } .tail { stroke: var(--information); stroke-width: 1.5; } .range circle { fill: var(--information); }
`;
