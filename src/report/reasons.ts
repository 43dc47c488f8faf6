/** The reasons for open requirements in words, and remedies for verdicts without one. */
import type { Reason } from '../model/index.ts';

export const REASONS: Readonly<
  Record<Reason, { readonly title: string; readonly unlock: string }>
> = {
  'missing-fixture': {
    title: 'missing fixture',
    unlock: 'In the fixtures file, name the objects that only you can supply.',
  },
  'needs-credential': {
    title: 'needs a credential',
    unlock: 'Give Assay a token with the rights for these requests.',
  },
  'control-rejected': {
    title: 'the valid request was also rejected',
    unlock:
      'A rejection counts only if a valid request was accepted: give fixtures that the target accepts.',
  },
  'nothing-conclusive': {
    title: 'no response was relevant',
    unlock: 'More runs or more fixtures may produce a response that this requirement can judge.',
  },
  'not-observed': {
    title: 'the situation did not occur',
    unlock: 'More runs or other fixtures may cause the situation.',
  },
  'not-offered': {
    title: 'not offered by this target',
    unlock: 'No action needed, unless the target should offer it.',
  },
  'switched-off': {
    title: 'deprecated and switched off',
    unlock: 'No action needed: clients use its replacement.',
  },
  'not-allowed': {
    title: 'not allowed in this run',
    unlock: 'It would change the target, or try to: allow this if the target may be changed.',
  },
  'not-sampled': {
    title: 'not sampled here',
    unlock:
      'Only some of the requests, or none, were sent to this operation: --profile full sends all.',
  },
  flaky: {
    title: 'failed once, but not again',
    unlock: 'Look at both responses in the evidence, and run again with the same seed.',
  },
  throttled: {
    title: 'the target limited the requests',
    unlock:
      'Run with a lower --rate, ask the operator for a higher limit, or wait until the target is available.',
  },
  'caller-refused': {
    title: 'the target refused this caller',
    unlock:
      'Use a token that is valid for the whole run; after a ban, lower --rate or ask to be added to the allow list.',
  },
  unreachable: {
    title: 'the target did not respond',
    unlock: 'Check the URL and the network, and run again.',
  },
  budget: {
    title: 'too few requests',
    unlock: 'Allow more requests: --runs, --max-requests or --hunt, whichever the note names.',
  },
  interrupted: {
    title: 'the run was stopped',
    unlock: 'Let the run finish.',
  },
  'kit-fault': {
    title: 'an internal error in Assay',
    unlock: 'Please report it, with the report file: the target is not the cause.',
  },
};
