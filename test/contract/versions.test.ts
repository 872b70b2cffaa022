// The server, the SDK, the command line and the Python SDK have the same version (D-167), and the
// changelog describes it.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withAddresses } from '../../scripts/repository.ts';
import { notesOf, oneVersion, readVersions, writeVersion } from '../../scripts/release/versions.ts';

const folder = mkdtempSync(join(tmpdir(), 'agate-versions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHANGELOG = readFileSync('CHANGELOG.md', 'utf8');

test('all packages have the same version', () => {
  expect(oneVersion('.')).toMatch(/^\d+\.\d+\.\d+$/);
});

/** The text as a reader sees it, without the addresses of links, in lines of 100 columns. */
function linesOnScreen(markdown: string): string[] {
  const text = markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '');
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const line = `${lines.at(-1)} ${word}`.trimStart();
      if (line.length > 100) lines.push(word);
      else lines[lines.length - 1] = line;
    }
    return lines;
  });
}

test('the changelog has notes for that version that fit on a screen', () => {
  const lines = linesOnScreen(notesOf(CHANGELOG, oneVersion('.')));
  const words = lines
    .join(' ')
    .split(/\s+/)
    .filter((word) => /\w/.test(word));
  expect(lines.length).toBeLessThanOrEqual(45);
  expect(words.length).toBeLessThanOrEqual(400);
  expect(() => notesOf(CHANGELOG, '9.9.9')).toThrow('has no section for 9.9.9');
});

test('links in release notes lead to the repository', () => {
  const repository = 'https://github.com/owner/agate';
  const notes = withAddresses(notesOf(CHANGELOG, oneVersion('.')), {
    repository,
    file: 'CHANGELOG.md',
  });
  expect(notes).toContain(`](${repository}/blob/HEAD/docs/verification.md)`);
  expect(notes).not.toMatch(/\]\((?!https:)/);
});

test('a new version is written everywhere, and nothing else changes', () => {
  const before = readVersions('.');
  for (const { file } of before) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  expect(() => writeVersion(folder, '1.0.0-rc.1')).toThrow('not a version such as');
  expect(oneVersion(folder)).toBe(oneVersion('.'));
  writeVersion(folder, '7.8.9');
  expect(oneVersion(folder)).toBe('7.8.9');
  for (const { file, version } of before)
    expect(readFileSync(join(folder, file), 'utf8').replaceAll('7.8.9', version)).toBe(
      readFileSync(file, 'utf8'),
    );
});
