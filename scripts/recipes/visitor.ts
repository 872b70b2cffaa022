// Simulates a visitor who signs in at a site in a browser without JavaScript: follows redirects,
// keeps cookies and submits forms.

interface Person {
  email: string;
  password: string;
}

interface Page {
  url: URL;
  type: string;
  body: string;
}

const MAX_STEPS = 30;
const FORM = /<form\b[^]*?<\/form>/;

/**
 * @param start the URL at the site that starts a sign-in
 * @param issuer the origin of the service
 * @returns the JSON that the site shows at the end
 * @throws Error with the URL and the text of the page at which the sign-in got stuck
 */
export async function signIn(start: URL, issuer: string, person: Person): Promise<unknown> {
  const { url, type, body } = await visit(start, issuer, person);
  if (!type.includes('json')) throw new Error(`No JSON at ${url.href}: ${body.slice(0, 500)}`);
  return JSON.parse(body);
}

/**
 * @param start a URL that starts a sign-in
 * @param issuer the origin of the service
 * @returns the first page outside the service that has no form
 * @throws Error with the URL and the text of the page when a page of the service has no form
 */
export async function visit(start: URL, issuer: string, person: Person): Promise<Page> {
  const jar: Jar = new Map();
  let page = await open(jar, start);
  for (let steps = 0; page.url.origin === issuer || FORM.test(page.body); steps += 1) {
    if (steps === MAX_STEPS) throw new Error(`Going round in circles at ${page.url.href}.`);
    page = await send(jar, page, page.url.origin === issuer ? person : undefined);
  }
  return page;
}

/** Cookies by origin, because each port is a separate site in these runs. */
type Jar = Map<string, Map<string, string>>;

interface Posted {
  fields: URLSearchParams;
  /** The origin of the page that contains the form. */
  origin: string;
}

async function open(jar: Jar, start: URL, form?: Posted): Promise<Page> {
  let [url, posted] = [start, form];
  for (let hops = 0; hops < MAX_STEPS; hops += 1) {
    const cookies = jar.get(url.origin) ?? new Map<string, string>();
    jar.set(url.origin, cookies);
    const response = await fetch(url, {
      ...(posted && { method: 'POST', body: posted.fields }),
      redirect: 'manual',
      headers: {
        Accept: 'text/html, application/json;q=0.9',
        Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...(posted && { Origin: posted.origin, 'Sec-Fetch-Site': 'same-origin' }),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const body = await response.text();
    const location = response.headers.get('Location') ?? refreshOf(body);
    const type = response.headers.get('Content-Type') ?? '';
    if (location === null) {
      if (!response.ok) throw new Error(`${response.status} at ${url.href}: ${body.slice(0, 500)}`);
      return { url, type, body };
    }
    [url, posted] = [new URL(location, url), undefined];
  }
  throw new Error(`Too many redirects at ${url.href}.`);
}

/**
 * @returns the URL of a page's immediate `<meta>` refresh, which the service uses to redirect after
 *   a form (D-138); null when there is none
 */
const refreshOf = (body: string): string | null => {
  const [tag] = /<meta http-equiv="refresh"[^>]*>/.exec(body) ?? [];
  return (tag && attribute(tag, 'content')?.replace(/^0;url=/, '')) ?? null;
};

/** Submits the page's first form with its hidden fields and the visitor's input. */
async function send(jar: Jar, { url, body }: Page, person: Person | undefined): Promise<Page> {
  const [form] = FORM.exec(body) ?? [];
  if (form === undefined) throw new Error(`No form at ${url.href}: ${body.slice(0, 500)}`);
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g))
    fields.set(attribute(input, 'name') ?? '', attribute(input, 'value') ?? '');
  if (person !== undefined && form.includes('name="password"')) {
    fields.set('email', person.email);
    fields.set('password', person.password);
  }
  if (person !== undefined && form.includes('name="decision"')) fields.set('decision', 'allow');
  const [opening = ''] = /^<form\b[^>]*>/.exec(form) ?? [];
  const target = new URL(attribute(opening, 'action') ?? url.href, url);
  return open(jar, target, { fields, origin: url.origin });
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value?.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}
