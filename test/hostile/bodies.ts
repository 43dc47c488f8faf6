/** Unusual and malformed JSON. */
import {
  type Behavior,
  behavior,
  bodied,
  changed,
  encode,
  goodBody,
  lengthOf,
  type Turn,
  withBody,
  without,
} from './behavior.ts';

/** Adds a member to each object of a success. */
const extra = (member: string): Behavior['respond'] =>
  goodBody((text) => text.replace('{', `{${member},`));
const nested = (depth: number): string => `"x-deep":${'['.repeat(depth)}${']'.repeat(depth)}`;
/** Adds a member with 900 kB of this text to each rejection. */
const repeated = (text: string): Behavior['respond'] =>
  bodied((body, { status }) =>
    status >= 400 ? `${body}`.replace('{', `{"x":"${text.repeat(900_000 / text.length)}",`) : body,
  );
/** Adds a member with a new number to each object, rejections included, so that all bodies differ. */
const anew =
  (member: string): Behavior['respond'] =>
  (turn) =>
    bodied((body) =>
      body
        .toString()
        .replace(/^\{(?=(\})?)/, (_, end) => `{"x-count":${turn.count},${member}${end ? '' : ','}`),
    )(turn);
/** Adds 900 kB that begin with the number of the request. */
const numbered = ({ count }: Turn, body: Buffer): string =>
  `${body}`.replace(
    /^\{(?=(\})?)/,
    (_, end) => `{"x-count":"${count} ${LETTERS}"${end ? '' : ','}`,
  );
const LETTERS = 'letters '.repeat(900_000 / 8);
const largeErrors: Behavior['respond'] = (turn) =>
  bodied((body, { status }) => (status >= 400 ? numbered(turn, body) : body))(turn);
const largeSuccesses: Behavior['respond'] = (turn) =>
  bodied((body, { status }) => (status < 300 ? numbered(turn, body) : body))(turn);
const TOO_LARGE = { says: 'which is the limit of a run; use --api to check one API' };
const ONE_API = { options: ['--api', 'transfer-v2'] };
/** Sends a body that was made once, because each would take longer than all that the kit does with it. */
const million: Behavior['respond'] = async ({ reply, socket }) => {
  const whole = await reply();
  if (whole.status !== 200) {
    socket.write(encode(whole));
    return;
  }
  MILLION ??= Buffer.from(`{${members(1_000_000)},`);
  const rest = whole.body.subarray(1);
  socket.write(
    encode({ ...withBody(whole, ''), headers: lengthOf(whole, MILLION.length + rest.length) }),
  );
  socket.write(MILLION);
  socket.write(rest);
};
let MILLION: Buffer | undefined;
const members = (count: number): string =>
  Array.from({ length: count }, (_, i) => `"x-${i}":${i}`).join();
/** These requirements compare whole responses. A full run takes ten times as long, and tests nothing more. */
const COMPARING = {
  options: ['--only', 'registry/allocation-v1/withdraw/{*flag*,*debug*,repeated-*,response-shape}'],
};
const type = (value: string | undefined): Behavior['respond'] =>
  changed((reply) => ({
    headers: [
      ...without(reply, 'content-type'),
      ...(value === undefined ? [] : [['content-type', value] as const]),
    ],
  }));
const escaped = (text: string): string =>
  text.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) =>
    inner.includes('\\')
      ? `"${inner}"`
      : `"${inner.replace(/[a-z]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)}"`,
  );

export const BODIES: readonly Behavior[] = [
  behavior(
    'spaced',
    'White space stands wherever JSON allows it.',
    'conforming',
    goodBody((text) => ` \r\n\t${text.replaceAll('{"', '{ \n"')}\n\n`),
  ),
  behavior('escaped', 'Letters are written as \\u escapes.', 'conforming', goodBody(escaped)),
  behavior(
    'deep-200',
    'A member that the contract does not name is nested 200 deep.',
    'conforming',
    extra(nested(200)),
  ),
  behavior('deep-5000', 'The same, 5,000 deep.', 'partial', extra(nested(5000)), {
    says: 'its JSON is nested deeper than 1000 levels',
  }),
  behavior('deep-100000', 'The same, 100,000 deep.', 'partial', extra(nested(100_000)), {
    says: 'its JSON is nested deeper than 1000 levels',
  }),
  behavior(
    'deep-objects',
    'Objects in objects, 50,000 deep.',
    'partial',
    extra(`"x-deep":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
    { says: 'its JSON is nested deeper than 1000 levels' },
  ),
  behavior(
    'deep-errors',
    'Rejections are nested 5,000 deep.',
    'partial',
    bodied((body, { status }) => (status >= 400 ? `{${nested(5000)},${`${body}`.slice(1)}` : body)),
    { says: 'its JSON is nested deeper than 1000 levels' },
  ),
  behavior(
    'deep-open',
    'Bodies are 500,000 opening brackets.',
    'nonconforming',
    goodBody(() => '['.repeat(500_000)),
  ),
  behavior(
    'many-members',
    'Good objects have 900 members that the contract does not name.',
    'conforming',
    extra(members(900)),
  ),
  behavior(
    'many-members-anew',
    'Each response has 900 members that the contract does not name, and none is like another.',
    'partial',
    anew(members(900)),
    COMPARING,
  ),
  behavior('very-many-members', 'The same with 1,100 members.', 'partial', anew(members(1_100)), {
    says: 'its JSON has more than 1000 different names',
  }),
  behavior(
    'million-members',
    'Good objects have a million members that the contract does not name.',
    'partial',
    million,
    { says: 'it is longer than 1 MiB' },
  ),
  behavior(
    'errors-900k',
    'Rejections have 900 kB, and none is like another.',
    'partial',
    largeErrors,
    TOO_LARGE,
  ),
  behavior(
    'errors-900k-in-part',
    'The same, when one API is checked.',
    'conforming',
    largeErrors,
    ONE_API,
  ),
  behavior(
    'successes-900k',
    'Good responses have 900 kB, and none is like another.',
    'partial',
    largeSuccesses,
    TOO_LARGE,
  ),
  behavior(
    'successes-900k-in-part',
    'The same, when one API is checked.',
    'conforming',
    largeSuccesses,
    ONE_API,
  ),
  behavior('line-ends', 'Rejections have 450,000 line ends.', 'conforming', repeated('\\n')),
  behavior(
    'almost-traces',
    'Rejections have 100,000 lines that begin like those of a stack trace.',
    'conforming',
    repeated('\\n at a ('),
  ),
  behavior(
    'almost-queries',
    'Rejections begin 100,000 queries and end none.',
    'conforming',
    repeated('SELECT a '),
  ),
  behavior(
    'long-string',
    'A member that the contract does not name has 900 kB.',
    'conforming',
    extra(`"x-long":"${'x'.repeat(900_000)}"`),
  ),
  behavior(
    'proto',
    'A member is called __proto__.',
    'conforming',
    extra('"__proto__":{"polluted":true}'),
  ),
  behavior(
    'long-numbers',
    'A number has 400 digits.',
    'conforming',
    extra(`"x-number":${'9'.repeat(400)}`),
  ),
  behavior(
    'lone-surrogate',
    'A text has half of a surrogate pair.',
    'conforming',
    extra('"x-half":"\\ud800"'),
  ),
  behavior(
    'terminal-codes',
    'Texts hold escape codes of terminals.',
    'conforming',
    extra('"x-codes":"\\u001b[2J\\u001b]0;owned\\u0007"'),
  ),
  behavior('twice-named', 'Good objects have a member twice.', 'conforming', extra('"x":1,"x":2')),
  behavior(
    'trailing-comma',
    'Good objects end with a comma.',
    'nonconforming',
    goodBody((text) => text.replace(/\}$/, ',}')),
  ),
  behavior('nan', 'A number is NaN.', 'nonconforming', extra('"x":NaN')),
  behavior('raw-control', 'A text holds a raw line end.', 'nonconforming', extra('"x":"a\nb"')),
  behavior(
    'two-documents',
    'Two documents follow each other.',
    'nonconforming',
    goodBody((text) => text + text),
  ),
  behavior(
    'half',
    'Valid bodies end in the middle.',
    'nonconforming',
    goodBody((text) => text.slice(0, text.length / 2)),
  ),
  behavior(
    'null-body',
    'Valid bodies are null.',
    'nonconforming',
    goodBody(() => 'null'),
  ),
  behavior(
    'text-body',
    'Valid bodies are a JSON text.',
    'nonconforming',
    goodBody(() => '"ok"'),
  ),
  behavior(
    'empty-good',
    'Good responses have no body.',
    'nonconforming',
    goodBody(() => ''),
  ),
  behavior('no-media-type', 'No response has a Content-Type.', 'nonconforming', type(undefined)),
  behavior('html-media-type', 'JSON comes as text/html.', 'nonconforming', type('text/html')),
  behavior(
    'odd-parameters',
    'The media type has capitals and parameters.',
    'conforming',
    type('Application/JSON ; Charset="utf-8";x=y'),
  ),
];
