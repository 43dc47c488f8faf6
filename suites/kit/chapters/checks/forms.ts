/** The forms of checks. Each reads what a rule says, and returns a judge of the responses of a case. */
import { acceptsForm } from './accepts.ts';
import { equalForm } from './equal.ts';
import type { ReadForm } from './form.ts';
import { namedForm } from './named.ts';
import { onRequestForm } from './on-request.ts';
import { rejectedForm } from './rejected.ts';
import { responseForm } from './response.ts';
import { sameForm } from './same.ts';
import { selectsForm } from './selects.ts';

export const FORMS: Readonly<Record<string, ReadForm>> = {
  accepts: acceptsForm,
  rejected: rejectedForm,
  equal: equalForm,
  same: sameForm,
  selects: selectsForm,
  'only-on-request': onRequestForm,
  response: responseForm,
  check: namedForm,
};
