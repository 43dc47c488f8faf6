/** Failures with their request and answer, and what was not judged. */
export const VERDICTS: string = `
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.2rem; margin-top: .8rem; }
.card.failed { --tone: var(--failed); } .card.warning { --tone: var(--warning); --bad: var(--warn); } .card.information { --tone: var(--information); --bad: var(--info); }
.failed.card, .warning.card, .information.card { border-left: 3px solid var(--tone); }
.gap { border-top: 1px solid var(--line); padding-block: .9rem; }
.card h3, .gap h3 { overflow-wrap: anywhere; }
h3 .mark { vertical-align: -.12em; margin-right: .35rem; }
h3 .level { margin-inline: .35rem; }
.card h3 .n { font-size: .875rem; }
.statement { margin: .4rem 0 .6rem; max-width: 46rem; text-wrap: pretty; overflow-wrap: anywhere; }
.card .statement { margin-bottom: .2rem; }
.clause { margin: 0 0 .7rem; max-width: 46rem; color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
.fix { margin: 0 0 .7rem; max-width: 46rem; font-size: .9375rem; text-wrap: pretty; overflow-wrap: anywhere; }
.clause span, .fix span { font-weight: 600; margin-right: .3rem; }
summary { cursor: pointer; padding-block: .4rem; overflow-wrap: anywhere; }
summary b { font-weight: 600; }
.brief { color: var(--muted); margin-left: .4rem; font-size: .9rem; }
details.place[open] > summary .brief { display: none; }
.place { border-top: 1px solid var(--line); }
li:target, tr:target { background: var(--sunken); }
.place:target, li:target, tr:target { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 4px; }
.finding { margin: .3rem 0 .9rem; display: grid; gap: .25rem; }
.finding div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .5rem; align-items: baseline; }
.finding div:nth-child(2) dd { color: var(--tone); font-weight: 500; }
.card h4 { margin-top: .9rem; }
.copy { position: relative; }
.copy pre { padding-right: 7.5rem; }
.copy button { position: absolute; top: .4rem; right: .4rem; }
pre code { overflow-wrap: anywhere; }
.message code { word-break: break-all; }
.message .note { word-break: normal; }
.exchange { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1rem; margin-bottom: .8rem; }
mark { color: inherit; font-weight: 600; background: var(--bad); border-radius: 3px; padding: .1em .25em; margin-left: -.25em; box-decoration-break: clone; -webkit-box-decoration-break: clone; text-decoration: underline wavy 1px var(--tone); text-underline-offset: .25em; }
pre i { color: var(--muted); }
.note { color: var(--tone); font-family: ui-sans-serif, system-ui, sans-serif; font-style: normal; }
.names { list-style: none; margin: .2rem 0 0; padding: 0; }
.names li { padding-block: .3rem; display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; }
.quiet summary .mark { vertical-align: -.15em; margin-right: .3rem; }
.card.quiet { padding-block: .45rem; margin-top: .5rem; }
`;
