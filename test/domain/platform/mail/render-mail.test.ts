import { describe, expect, it } from 'vitest';
import { renderMail } from '../../../../src/domain/platform/mail/render-mail.ts';
import { LANGUAGES, type PageLanguage } from '../../../../src/http/pages/languages.ts';
import { textsIn } from '../../../../src/http/pages/texts.ts';

const LINK = 'https://id.example/mail/confirm?token=xml_abc&x=1';
const render = (
  template: Parameters<typeof renderMail>[0]['template'],
  locale = 'en',
  details = {},
) => renderMail({ template, locale, details: { link: LINK, ...details } }, 'Agate');

describe('a mail', () => {
  it('has the same content as text and as HTML, and the link in both', () => {
    const { subject, text, html } = render('confirm_sign_up');
    expect(subject).toBe('Confirm your email address');
    for (const said of [text, html]) {
      expect(said).toContain('Confirm and create the account');
      expect(said).toContain('once, within 24 hours');
    }
    expect(text).toContain(`\n${LINK}\n`);
    expect(html.split(`href="${LINK.replace('&', '&amp;')}"`)).toHaveLength(3);
  });

  it('is in the reader’s language, and in English when that language is not supported', () => {
    expect(render('reset_password', 'ja').html).toMatch(
      /^<!doctype html>\n<html lang="ja" dir="ltr">/,
    );
    expect(render('reset_password', 'ar').html).toContain('<html lang="ar" dir="rtl">');
    expect(render('reset_password', 'eo').subject).toBe('Set a new password');
  });

  it.each(Object.keys(LANGUAGES) as PageLanguage[])(
    'to staff says in %s that its page asks for a password',
    (locale) => {
      const label = textsIn(locale, locale)('field.password');
      const word = label.split(' ').at(-1)?.toLowerCase() ?? '';
      const { text } = render('confirm_staff_mail', locale, { email: 'ada@example.com' });
      // The text may inflect the word, so its first four letters are enough.
      expect(text.toLowerCase()).toContain(word.slice(0, 4));
      expect(word).not.toBe('');
    },
  );

  it.each(['webhook_failing', 'webhook_gone', 'review_waiting', 'review_due'] as const)(
    'of %s links to the dashboard, and an older mail without a link has no button',
    (template) => {
      const details = { endpoint: 'hooks.example (we_1)', team: 'Vineyard' };
      const { text, html } = render(template, 'de', details);
      expect(text).toContain(`Zum Dashboard:\n${LINK}\n`);
      expect(html).toContain('>Zum Dashboard</a>');
      expect(renderMail({ template, locale: 'de', details }, 'Agate').html).not.toContain('<a ');
    },
  );

  it('formats dates for the language', () => {
    const details = { date: '2026-12-01T23:30:00.000Z' };
    expect(render('deletion_requested', 'en', details).text).toContain('on December 1, 2026.');
    expect(render('deletion_requested', 'de', details).text).toContain(
      'am 1. Dezember 2026 gelöscht',
    );
  });

  it('names device and place, or shows a dash when neither is known', () => {
    const where = (details: object) => render('new_device', 'en', details).text;
    expect(where({ device: 'Safari, iOS', place: 'Bern, CH' })).toContain(
      'Safari, iOS · Bern, CH.',
    );
    expect(where({ device: '', place: 'CH' })).toContain('know: CH.');
    expect(where({ device: '', place: '' })).toContain('know: –.');
  });

  it('escapes every value, so that none becomes markup, a header or a placeholder', () => {
    const site = '<img src=x onerror=alert(1)>"\'&{service}\r\nBcc: eve@example.com';
    const { subject, html } = render('site_connected', 'en', { site });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;{service}');
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it('keeps Latin names from reversing an Arabic sentence', () => {
    const { text, html, subject } = render('passkey_added', 'ar', { name: 'Firefox, Linux' });
    expect(text).toContain('\u2068Firefox, Linux\u2069');
    expect(html).toContain('<bdi>Firefox, Linux</bdi>');
    expect(subject).not.toMatch(/[\u2068\u2069]/);
  });
});
