// Sample code for a call in five languages.
import { snippetz } from '@scalar/snippetz';
import { exampleOf, type ApiDocument, type Endpoint } from './description.ts';
import { highlight } from './markdown.ts';

export const LANGUAGES = [
  { id: 'curl', label: 'curl', target: 'shell', client: 'curl', colours: 'bash' },
  { id: 'typescript', label: 'TypeScript', target: 'js', client: 'fetch', colours: 'typescript' },
  { id: 'python', label: 'Python', target: 'python', client: 'requests', colours: 'python' },
  { id: 'php', label: 'PHP', target: 'php', client: 'curl', colours: 'php' },
  { id: 'go', label: 'Go', target: 'go', client: 'native', colours: 'go' },
] as const;

interface Sample {
  id: string;
  label: string;
  /** The highlighted code, as HTML. */
  code: string;
}

const printer = snippetz();

/** @returns the call in each language, with placeholders for keys, tokens and path parameters */
export function samplesOf(document: ApiDocument, endpoint: Endpoint): Sample[] {
  const request = requestOf(document, endpoint);
  return LANGUAGES.map(({ id, label, target, client, colours }) => ({
    id,
    label,
    code: highlight(printer.print(target, client, request) ?? '', colours),
  }));
}

function requestOf(document: ApiDocument, { method, path, operation }: Endpoint) {
  const headers = credentialOf(operation.security ?? []);
  const content = operation.requestBody?.content;
  const json = content?.['application/json']?.schema;
  const form = content?.['application/x-www-form-urlencoded']?.schema;
  const url = `${document.servers[0]?.url ?? ''}${path}`;
  const request = { method: method.toUpperCase(), url, headers };
  if (json !== undefined)
    return {
      ...request,
      headers: [...headers, { name: 'Content-Type', value: 'application/json' }],
      postData: {
        mimeType: 'application/json',
        text: JSON.stringify(exampleOf(document, json), null, 2),
      },
    };
  if (form === undefined) return request;
  const fields = Object.entries(exampleOf(document, form) as Record<string, unknown>);
  return {
    ...request,
    headers: [...headers, { name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    postData: {
      mimeType: 'application/x-www-form-urlencoded',
      params: fields.map(([name, value]) => ({ name, value: String(value) })),
    },
  };
}

const HEADERS = {
  apiKey: { name: 'X-API-Key', value: 'sk_test_…' },
  bearer: { name: 'Authorization', value: 'Bearer …' },
} as const;

/** Chooses the first security scheme that a program can use; cookies are for browsers. */
function credentialOf(security: readonly Record<string, string[]>[]) {
  const schemes = security.flatMap((entry) => Object.keys(entry));
  const scheme = (['apiKey', 'bearer'] as const).find((name) => schemes.includes(name));
  return scheme === undefined ? [] : [HEADERS[scheme]];
}
