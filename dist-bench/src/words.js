export const OUTCOMES = [
    'failed',
    'cantTell',
    'untested',
    'inapplicable',
    'passed',
];
