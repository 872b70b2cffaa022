// The form below each API operation that makes the call with a test key. The key stays in this page
// and is sent only to this host.
import { isTestKey } from './test-key.ts';

interface Call {
  method: string;
  path: string;
  query: string[];
  body: string;
}

let key = '';

/** Builds each form when its section is opened for the first time. */
export function setUpTryForms(): void {
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.try')) {
    part.hidden = false;
    part.addEventListener('toggle', () => {
      if (part.open && part.querySelector('form') === null) part.append(makeForm(part));
    });
  }
}

function makeForm({ dataset }: HTMLDetailsElement): HTMLFormElement {
  const { method = 'GET', path = '', query = '', body = '' } = dataset;
  const call: Call = { method, path, query: query.split(' ').filter(Boolean), body };
  const form = document.createElement('form');
  const keyField = field('Test key', 'key', key, 'sk_test_…');
  keyField.querySelector('input')?.setAttribute('spellcheck', 'false');
  form.append(keyField);
  for (const name of parametersOf(path)) form.append(field(name, `path.${name}`));
  for (const name of call.query) form.append(field(`${name} (optional)`, `query.${name}`));
  if (body !== '') form.append(bodyField(body));
  const send = document.createElement('button');
  send.className = 'send';
  send.textContent = `Send ${method}`;
  const answer = document.createElement('div');
  answer.className = 'answer';
  answer.setAttribute('role', 'status');
  form.append(send, answer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form, call, answer);
  });
  return form;
}

const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function field(label: string, name: string, value = '', placeholder = ''): HTMLLabelElement {
  const input = document.createElement('input');
  Object.assign(input, { name, value, placeholder, autocomplete: 'off' });
  return labelled(label, input);
}

function bodyField(body: string): HTMLLabelElement {
  const area = document.createElement('textarea');
  area.name = 'body';
  area.value = body;
  area.rows = Math.min(16, body.split('\n').length + 1);
  area.spellcheck = false;
  return labelled('Body', area);
}

function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  const label = document.createElement('label');
  const words = document.createElement('span');
  words.textContent = text;
  label.append(words, control);
  return label;
}

async function submit(form: HTMLFormElement, call: Call, answer: HTMLElement): Promise<void> {
  const entries = new FormData(form);
  const read = (name: string) => {
    const value = entries.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  key = read('key');
  if (!isTestKey(key))
    return showAnswer(
      answer,
      'Only a test key can be used here: it begins with sk_test_ or pk_test_.',
    );
  const missing = parametersOf(call.path).find((name) => read(`path.${name}`) === '');
  if (missing !== undefined) return showAnswer(answer, `Fill in ${missing}.`);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(read(`path.${name}`)),
  );
  const url = new URL(path, location.origin);
  for (const name of call.query)
    if (read(`query.${name}`) !== '') url.searchParams.set(name, read(`query.${name}`));
  showAnswer(answer, 'Sending…');
  try {
    const startMs = performance.now();
    const response = await fetch(url, {
      method: call.method,
      headers: {
        'X-API-Key': key,
        ...(call.body === '' ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(call.body === '' ? {} : { body: read('body') }),
      credentials: 'omit',
    });
    const text = await response.text();
    showAnswer(
      answer,
      `${response.status}, ${Math.round(performance.now() - startMs)} ms`,
      pretty(text),
    );
  } catch {
    showAnswer(answer, 'The service did not answer. Is this device offline?');
  }
}

function showAnswer(answer: HTMLElement, line: string, body = ''): void {
  const words = document.createElement('p');
  words.textContent = line;
  answer.replaceChildren(words);
  if (body === '') return;
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', 'Answer');
  pre.textContent = body;
  answer.append(pre);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
