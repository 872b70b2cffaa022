import { describe, expect, it } from 'vitest';
import { nextDelayMs, PATIENCE_MS } from '../../../src/domain/webhooks/schedule.ts';
import { isWebhookUrl } from '../../../src/domain/webhooks/webhook-url.ts';

describe('where a webhook may go', () => {
  it.each([
    'https://shop.example/hook',
    'https://shop.example:8443/hook?a=b',
    'https://8.8.8.8/hook',
    'https://172.32.0.1/',
    'https://[2606:4700::1111]/',
  ])('allows %s', (url) => {
    expect(isWebhookUrl(url, false)).toBe(true);
  });

  it.each([
    ['no https', 'http://shop.example/'],
    ['credentials', 'https://a@shop.example/'],
    ['a fragment', 'https://shop.example/#'],
    ['another scheme', 'ftp://shop.example/'],
    ['space around it', ' https://shop.example/'],
    ['too long', `https://shop.example/${'a'.repeat(2048)}`],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback by name', 'https://localhost/'],
    ['loopback by a longer name', 'https://api.localhost./'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in hexadecimal', 'https://0x7f.1/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['nothing', 'https://0.0.0.0/'],
    ['private 10', 'https://10.1.2.3/'],
    ['private 172', 'https://172.16.0.1/'],
    ['the end of private 172', 'https://172.31.255.255/'],
    ['private 192', 'https://192.168.1.1/'],
    ['shared address space', 'https://100.64.0.1/'],
    ['link-local: cloud metadata', 'https://169.254.169.254/'],
    ['multicast', 'https://224.0.0.1/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 unspecified', 'https://[::]/'],
    ['IPv6 link-local', 'https://[fe80::1]/'],
    ['IPv6 unique local', 'https://[fd12:3456::1]/'],
    ['IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4 by NAT64', 'https://[64:ff9b::a00:1]/'],
    ['IPv4 by 6to4', 'https://[2002:a00:1::]/'],
    ['Teredo', 'https://[2001:0:1::1]/'],
    ['IPv6 documentation', 'https://[2001:db8::1]/'],
    ['a name without a dot', 'https://intranet/'],
    ['multicast DNS', 'https://printer.local/'],
    ['metadata by name', 'https://metadata.google.internal/'],
    ['a home network', 'https://nas.home.arpa/'],
  ])('refuses %s', (_name, url) => {
    expect(isWebhookUrl(url, false)).toBe(false);
  });

  it('allows this machine in local mode only, then by http too', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(isWebhookUrl(`http://${host}:3000/`, true)).toBe(true);
      expect(isWebhookUrl(`http://${host}:3000/`, false)).toBe(false);
    }
    expect(isWebhookUrl('http://10.0.0.1/', true)).toBe(false);
    expect(isWebhookUrl('https://10.0.0.1/', true)).toBe(false);
    expect(isWebhookUrl('http://shop.example/', true)).toBe(false);
  });
});

describe('the schedule of retries', () => {
  it('spreads by a tenth either way', () => {
    expect(nextDelayMs(2, 0, 0, 0)).toBe(54_000);
    expect(nextDelayMs(2, 0, 0, 0.5)).toBe(60_000);
    expect(nextDelayMs(2, 0, 0, 1)).toBe(66_000);
  });

  it('never asks a queue for more than the 12 hours it can wait', () => {
    expect(nextDelayMs(9, 0, 0, 1)).toBe(12 * 3_600_000);
  });

  it('makes the last attempt when the three days end, and none after', () => {
    expect(nextDelayMs(12, 0, PATIENCE_MS - 5_000, 0.5)).toBe(5_000);
    expect(nextDelayMs(13, 0, PATIENCE_MS, 0.5)).toBeUndefined();
  });
});
