import { describe, expect, it } from 'vitest';
import { readDnsOverHttps } from '../../src/config/dns-settings.ts';

describe('DNS_OVER_HTTPS', () => {
  it('is Cloudflare’s resolver unless another one is set', () => {
    expect(readDnsOverHttps({}, false)).toBe('https://cloudflare-dns.com/dns-query');
    const named = { DNS_OVER_HTTPS: ' https://dns.google/resolve ' };
    expect(readDnsOverHttps(named, false)).toBe('https://dns.google/resolve');
  });

  it.each([
    'http://dns.example/',
    'http://localhost:53/',
    'dns.google',
    'https://dns.example/?type=A',
    'https://dns.example/#a',
  ])('refuses %s', (text) => {
    expect(() => readDnsOverHttps({ DNS_OVER_HTTPS: text }, false)).toThrow(/DNS_OVER_HTTPS/);
  });

  it('may be on the developer’s machine where the service runs locally', () => {
    const own = { DNS_OVER_HTTPS: 'http://localhost:5353/dns-query' };
    expect(readDnsOverHttps(own, true)).toBe(own.DNS_OVER_HTTPS);
    const foreign = { DNS_OVER_HTTPS: 'http://dns.example/' };
    expect(() => readDnsOverHttps(foreign, true)).toThrow(/DNS_OVER_HTTPS/);
  });
});
