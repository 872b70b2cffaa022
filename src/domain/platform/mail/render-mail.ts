// Renders an email: plain text and HTML with the same words. Pure.
import { lawWords } from './law-words.ts';
import type { DashboardMail, LinkMail, MailTemplate, NewMail } from './mail.ts';
import { mailLanguage, type MailLanguage, type MailTextKey } from './texts.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The text of each link's button, and the lifetime of the link as the email states it. */
const LINK_MAILS: Record<LinkMail, { button: MailTextKey; validity?: MailTextKey }> = {
  confirm_sign_up: { button: 'confirm_sign_up.button', validity: 'link.day' },
  already_registered: { button: 'already_registered.button' },
  reset_password: { button: 'reset_password.button', validity: 'link.half_hour' },
  confirm_new_mail: { button: 'confirm_new_mail.button', validity: 'link.day' },
  // The page behind this link requires the password (D-64).
  confirm_staff_mail: { button: 'confirm_new_mail.button', validity: 'link.day' },
  confirm_old_mail: { button: 'confirm_old_mail.button', validity: 'link.day' },
  team_invitation: { button: 'team_invitation.button', validity: 'link.week' },
};

const DASHBOARD_MAILS: readonly DashboardMail[] = [
  'webhook_failing',
  'webhook_gone',
  'review_waiting',
  'review_due',
  'break_glass_used',
  'operator_break_glass_used',
  'law_starts',
  'law_ends',
];

/** @param serviceName the service's public name */
export function renderMail(
  { template, details, locale }: Pick<NewMail, 'template' | 'details' | 'locale'>,
  serviceName: string,
): RenderedMail {
  const language = mailLanguage(locale);
  const words = {
    ...details,
    ...derivedWords(details, language),
    ...lawWords(details, language),
    service: serviceName,
  };
  const textOf = (key: MailTextKey) => fill(language, key, words);
  const { link } = details;
  const content: Content = {
    title: textOf(`${template}.subject`),
    lead: textOf(details['inviter'] === undefined ? `${template}.text` : 'team_invitation.text_by'),
    more: moreOf(template, details).map(textOf),
    ...(link !== undefined && { action: actionOf(template, link, textOf) }),
    footer: textOf('footer'),
  };
  // A line break in a subject would end the header (RFC 5322 2.2).
  const subject = content.title.plain.replaceAll(/[\p{Cc}\u2028\u2029\u2068\u2069]+/gu, ' ').trim();
  return { subject, text: toText(content), html: toHtml(content, language) };
}

/** Returns the keys of the texts for the paragraphs after the first. */
function moreOf(
  template: MailTemplate,
  { unmet }: Readonly<Record<string, string>>,
): MailTextKey[] {
  if (template !== 'law_starts' && template !== 'law_ends') return [];
  return ['law.facts', ...(unmet === undefined ? [] : ['law.unmet' as const]), 'law.advice'];
}

interface Words {
  plain: string;
  html: string;
}

interface Content {
  title: Words;
  lead: Words;
  more: Words[];
  action?: Action;
  footer: Words;
}

/** The action that an email offers: a button, and the texts around it. */
interface Action {
  button: Words;
  link: string;
  after: Words[];
  copy: Words;
}

function actionOf(
  template: MailTemplate,
  link: string,
  textOf: (key: MailTextKey) => Words,
): Action {
  const copy = textOf('link.copy');
  if (DASHBOARD_MAILS.some((name) => name === template))
    return { button: textOf('dashboard.button'), link, after: [], copy };
  const isLinkMail = (name: MailTemplate): name is LinkMail => name in LINK_MAILS;
  const { button, validity } = isLinkMail(template)
    ? LINK_MAILS[template]
    : { button: 'notice.button' as const };
  const after = [
    ...(validity === undefined ? [] : [textOf(validity)]),
    textOf(isLinkMail(template) ? 'link.not_you' : 'notice.not_you'),
  ];
  return { button: textOf(button), link, after, copy };
}

function derivedWords(
  { device = '', place = '', date = '' }: Readonly<Record<string, string>>,
  { code }: MailLanguage,
): Record<string, string> {
  const where = [device, place].filter((part) => part !== '').join(' · ') || '–';
  const day = new Date(date);
  const isDay = date !== '' && !Number.isNaN(day.getTime());
  const format = new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' });
  return { where, ...(isDay && { date: format.format(day) }) };
}

/**
 * Isolates the inserted values from the direction of the text around them, so that a name in Latin
 * letters does not scramble a sentence in Arabic.
 */
function fill(
  { texts, dir }: MailLanguage,
  key: MailTextKey,
  words: Readonly<Record<string, string>>,
): Words {
  const template = texts[key];
  const isolate = (value: string) => (dir === 'rtl' ? `\u2068${value}\u2069` : value);
  const replace = (write: (value: string) => string) => (_match: string, name: string) =>
    write(words[name] ?? '');
  return {
    plain: template.replaceAll(/\{(\w+)\}/g, replace(isolate)),
    html: escapeHtml(template).replaceAll(
      /\{(\w+)\}/g,
      replace((value) => `<bdi>${escapeHtml(value)}</bdi>`),
    ),
  };
}

function toText({ title, lead, more, action, footer }: Content): string {
  return [
    title.plain,
    lead.plain,
    ...more.map(({ plain }) => plain),
    ...(action === undefined
      ? []
      : [`${action.button.plain}:\n${action.link}`, ...action.after.map(({ plain }) => plain)]),
    `--\n${footer.plain}`,
  ].join('\n\n');
}

/** Uses inline styles, because email clients drop style sheets. */
function toHtml(content: Content, { code, dir }: MailLanguage): string {
  const { title, lead, more, action, footer } = content;
  return `<!doctype html>
<html lang="${code}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title.html.replaceAll(/<\/?bdi>/g, '')}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f7;color:#14171f;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${title.html}</h1>
${[lead, ...more].map(({ html }) => paragraph(html)).join('\n')}${action === undefined ? '' : `\n${actionToHtml(action)}`}
</div>
<p style="max-width:560px;margin:16px auto 0;padding:0 32px;color:#555d6d;font-size:13px">${footer.html}</p>
</body>
</html>
`;
}

function actionToHtml({ button, link, after, copy }: Action): string {
  const href = escapeHtml(link);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#3b5bdb;color:#ffffff;text-decoration:none;font-weight:600">${button.html}</a></p>
${after.map(({ html }) => paragraph(html)).join('\n')}
<p style="margin:24px 0 0;color:#555d6d;font-size:13px">${copy.html}<br><a href="${href}" dir="ltr" style="color:#3b5bdb;overflow-wrap:anywhere">${href}</a></p>`;
}

const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
