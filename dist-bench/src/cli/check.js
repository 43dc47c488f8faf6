/** One run as a person sees it: progress, the report's files, the summary, the exit code. */
import { headline, sentence } from '../report/digest.js';
import { summary } from '../report/terminal.js';
import { run } from '../run.js';
import { prepareFolder, writeArtefacts } from './artefacts.js';
import { EXIT, exitCodeOf } from './exit.js';
import { listenForInterrupt } from './interrupt.js';
import { live } from './live.js';
import { complain } from './problem.js';
/** Checks a target, writes the report and prints its summary. Answers with the exit code; throws InputError. */
export async function check(options, view) {
    await prepareFolder(view.out);
    const line = live(!view.quiet);
    const interrupt = listenForInterrupt(() => {
        line.clear();
        process.stderr.write('Stopping. The report of what was done follows; Ctrl-C again ends at once.\n');
    });
    const ran = withCause(await run({
        ...options,
        signal: interrupt.signal,
        onProgress: (progress) => line.update(progress),
    }));
    line.clear();
    const written = await writeArtefacts(view.out, ran).catch((error) => ({ error }));
    interrupt.release();
    const failed = 'error' in written;
    const { report } = ran;
    print(report, view, failed ? [] : written);
    const code = exitCodeOf(report, view.certify);
    if (failed)
        complain(written.error);
    return failed && code !== EXIT.failed ? EXIT.unusable : code;
}
function print(report, view, paths) {
    if (view.quiet) {
        process.stdout.write(`${headline(report)}: ${sentence(report)}\n`);
        const [cause] = report.summary.MUST.passed === 0 ? report.run.notes : [];
        if (cause !== undefined)
            process.stderr.write(`${cause}\n`);
        return;
    }
    process.stdout.write(`${summary(report, view.colour, paths)}\n`);
    if (view.certify && report.result === 'partial') {
        process.stdout.write('Not certified: every MUST that applies has to be judged, and pass.\n');
    }
}
/** Why a target that never answered did not, as a note of the report. */
function withCause(ran) {
    const { log } = ran.evidence;
    if (log.entries.some(({ response }) => response.status > 0))
        return ran;
    const cause = log.entries.find(({ _silence }) => _silence !== undefined)?._silence?.message;
    const { notes } = ran.report.run;
    if (cause === undefined || notes.some((note) => note.includes(cause)))
        return ran;
    const run = { ...ran.report.run, notes: [cause, ...notes] };
    return { ...ran, report: { ...ran.report, run } };
}
