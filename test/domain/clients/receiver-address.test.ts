import { describe, expect, it } from 'vitest';
import { mayReceive } from '../../../src/domain/clients/receiver-address.ts';

describe('where a logout token may be sent', () => {
  it('is a public https name', () => {
    for (const address of ['https://rp.example/backchannel', 'https://a.b.rp.example:8443/x?y=1'])
      expect([address, mayReceive(address, false)]).toEqual([address, true]);
  });

  it('is no private, internal or literal address, however it is written (S-28)', () => {
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
      'https://8.8.8.8/',
      'https://intranet/',
      'https://db.internal/',
      'https://printer.local./',
      'https://LOCALHOST./',
      'https://user:secret@rp.example/',
      'ftp://rp.example/',
      'nonsense',
    ];
    for (const address of inside) {
      expect([address, mayReceive(address, false)]).toEqual([address, false]);
    }
  });

  it('may be this machine only when the service runs on it', () => {
    for (const address of ['http://localhost:9876/', 'http://127.0.0.1:1/', 'http://[::1]:1/']) {
      expect(mayReceive(address, true)).toBe(true);
      expect(mayReceive(address, false)).toBe(false);
    }
    for (const address of ['http://192.168.1.1/', 'http://localhost.evil.example/'])
      expect(mayReceive(address, true)).toBe(false);
  });
});
