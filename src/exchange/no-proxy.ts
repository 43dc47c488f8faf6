/** The hosts of NO_PROXY, which are reached without a proxy. */
import { BlockList, isIP } from 'node:net';

/** True if the list names the host of a URL: `*`, names with their subdomains, addresses, networks, each with a port or without. */
export function isExempt(url: URL, list: string): boolean {
  const host = plainHost(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [name, own] = split(entry);
    return (own === undefined || own === port) && names(name, host);
  });
}

/** `[::1]:8080`, `host:8080`, `::1`, `host` → name and port. */
function split(entry: string): readonly [name: string, port: string | undefined] {
  const [, bracketed, plain = entry, port] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  return [plainHost(bracketed ?? plain), port];
}

function plainHost(text: string): string {
  return text
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function names(name: string, host: string): boolean {
  if (isIP(host) !== 0) return holds(name, host);
  const own = name.replace(/^\*?\./, '');
  return own !== '' && (host === own || host.endsWith(`.${own}`));
}

/** True for the same address in any spelling, and for an address in a network such as 10.0.0.0/8. */
function holds(network: string, address: string): boolean {
  const [base = '', prefix] = network.split('/');
  const family = isIP(base);
  if (family === 0) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(base, bits, type);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
