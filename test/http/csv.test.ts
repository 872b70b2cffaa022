import { describe, expect, it, vi } from 'vitest';
import { csvLine, streamLines } from '../../src/http/csv.ts';

describe('csvLine', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+31612345678', `"'+31612345678"`],
    ['-2', `"'-2"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['＝1', `"'＝1"`],
    ['=cmd|" /C calc"!A0', `"'=cmd|"" /C calc""!A0"`],
  ])('makes the formula %j harmless (OWASP, CSV injection)', (text, field) => {
    expect(csvLine([text])).toBe(`${field}\r\n`);
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ["'quoted", `"'quoted"`],
    ['a=b+pass', 'a=b+pass'],
  ])('quotes %j only where necessary (RFC 4180)', (text, field) => {
    expect(csvLine([text])).toBe(`${field}\r\n`);
  });

  it('leaves numbers unchanged and absent cells empty', () => {
    expect(csvLine([-1, true, undefined, ''])).toBe('-1,true,,\r\n');
  });
});

describe('streamLines', () => {
  const two = async function* (): AsyncGenerator<string[], undefined> {
    yield ['a\r\n', 'b\r\n'];
    yield ['c\r\n'];
  };

  it('sends the header and every batch in order', async () => {
    expect(await new Response(streamLines('head\r\n', two())).text()).toBe(
      'head\r\na\r\nb\r\nc\r\n',
    );
  });

  it('aborts when reading fails, without revealing the query', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failing = async function* (): AsyncGenerator<string[], undefined> {
      yield ['a\r\n'];
      throw new Error('params: person-1');
    };
    const reading = new Response(streamLines('head\r\n', failing())).text();
    await expect(reading).rejects.toThrow('The file is incomplete.');
    expect(JSON.stringify(said.mock.calls)).toContain('file_broke_off');
    expect(JSON.stringify(said.mock.calls)).not.toContain('person-1');
    said.mockRestore();
  });
});
