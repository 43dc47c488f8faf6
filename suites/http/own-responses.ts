/** A law judges only responses of its own operation, in cases with requests to several operations. */
import type { Operation } from '../../src/kit.ts';
import type { Law, Test } from '../kit/law.ts';

type Check = Extract<Test, { check: unknown }>['check'];

/** False for requests to other operations or paths, which have other shapes and statuses. */
export const onOwnResponses = <S extends { readonly operation: Operation }>(
  law: Law<S>,
): Law<S> => ({
  ...law,
  test: (subject) => {
    const test = law.test(subject);
    return test && 'check' in test
      ? { ...test, check: ofOperation(subject.operation, test.check) }
      : test;
  },
});

function ofOperation(operation: Operation, check: Check): Check {
  const fixed = operation.path.split(/\{[^{}]+\}/).map(literally);
  const template = new RegExp(`^${fixed.join('[^/]*')}(\\?|$)`);
  return (exchange, accepted) => {
    const { operation: called, method, path } = exchange.request;
    const isOwn = called === operation && method === operation.method && template.test(path);
    return isOwn ? check(exchange, accepted) : undefined;
  };
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
