import { describe, expect, it } from 'vitest';
import { isReceiverUrl } from '../../../src/domain/terms/receiver-url.ts';

const PUBLIC = { baseUrl: 'https://id.example', isLocal: false };
const LOCAL = { baseUrl: 'http://localhost:8787', isLocal: true };

describe('a URL that the service may send requests to', () => {
  it.each([
    'https://shop.example/hook',
    'https://shop.example:8443/hook?a=b',
    'https://8.8.8.8/hook',
    'https://172.32.0.1/',
    'https://[2606:4700::1111]/',
  ])('allows %s', (url) => {
    expect(isReceiverUrl(url, PUBLIC)).toBe(true);
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
    ['no URL', 'nonsense'],
    ['itself', 'https://id.example/hook'],
    ['itself by its absolute name', 'https://ID.example.:8443/hook'],
  ])('refuses %s', (_name, url) => {
    expect(isReceiverUrl(url, PUBLIC)).toBe(false);
  });

  it('allows this machine in local mode only, and then also over http', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      expect(isReceiverUrl(`http://${host}:3000/`, LOCAL)).toBe(true);
      expect(isReceiverUrl(`http://${host}:3000/`, PUBLIC)).toBe(false);
    }
    expect(isReceiverUrl('http://10.0.0.1/', LOCAL)).toBe(false);
    expect(isReceiverUrl('https://10.0.0.1/', LOCAL)).toBe(false);
    expect(isReceiverUrl('http://shop.example/', LOCAL)).toBe(false);
  });
});

describe('a URL that a logout token may be sent to', () => {
  it('must be a public https name', () => {
    for (const address of ['https://rp.example/backchannel', 'https://a.b.rp.example:8443/x?y=1'])
      expect([address, isReceiverUrl(address, PUBLIC)]).toEqual([address, true]);
  });

  it('must not be a private or internal address, in any notation (S-28)', () => {
    const inside = [
      'http://rp.example/',
      'https://localhost/',
      'https://sub.localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://169.254.169.254/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fd00::1]/',
      'https://intranet/',
      'https://db.internal/',
      'https://printer.local./',
      'https://LOCALHOST./',
      'https://user:secret@rp.example/',
      'ftp://rp.example/',
      'nonsense',
    ];
    for (const address of inside) {
      expect([address, isReceiverUrl(address, PUBLIC)]).toEqual([address, false]);
    }
  });

  it('may be this machine only when the service runs on it', () => {
    for (const address of ['http://localhost:9876/', 'http://127.0.0.1:1/', 'http://[::1]:1/']) {
      expect(isReceiverUrl(address, LOCAL)).toBe(true);
      expect(isReceiverUrl(address, PUBLIC)).toBe(false);
    }
    for (const address of ['http://192.168.1.1/', 'http://localhost.evil.example/'])
      expect(isReceiverUrl(address, LOCAL)).toBe(false);
  });
});
