import type { Report, Result } from '../../model/index.ts';

const LOOKS: Readonly<Record<Result, { readonly words: string; readonly color: string }>> = {
  conforming: { words: 'conforms to', color: 'brightgreen' },
  nonconforming: { words: 'does not conform to', color: 'red' },
  partial: { words: 'partly judged against', color: 'lightgrey' },
};

/**
 * The report as badge.json for an endpoint badge of shields.io: red when a MUST failed and only then, grey
 * when MUSTs are open. The message names the contract and the day; a share of passes would mean nothing.
 */
export function toBadge(report: Report): string {
  const { words, color } = LOOKS[report.result];
  const contracts = report.contract.map(({ id, version }) => `${id} ${version}`).join(' + ');
  const badge = {
    schemaVersion: 1,
    label: report.kit.name,
    message: `${words} ${contracts || 'no contract'}, ${report.run.startedAt.slice(0, 10)}`,
    color,
    // Who embeds the badge cannot paint over this one.
    ...(report.result === 'nonconforming' ? { isError: true } : {}),
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}
