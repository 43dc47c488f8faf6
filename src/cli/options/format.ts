/** The option for the format of differences. */
import { Option } from 'commander';
import { prose } from '../../report/terminal/look.ts';

const FORMATS = ['text', 'json', 'markdown'] as const;

export type Format = (typeof FORMATS)[number];

export function formatOption(): Option {
  return new Option('--format <format>', 'how to show it').choices(FORMATS).default('text');
}

/** Prints the text in this format. */
export function printAs(format: Format, text: string): void {
  process.stdout.write(format === 'text' ? prose(text, process.stdout) : text);
}
