// Renders one operation of the reference: its purpose, credential, parameters, body, responses,
// samples, and a form for trying it.
import { html, raw } from 'hono/html';
import {
  describeType,
  exampleOf,
  listFields,
  resolve,
  type ApiDocument,
  type Endpoint,
  type Field,
  type Operation,
  type Schema,
} from './description.ts';
import { renderProse } from './prose.ts';
import { samplesOf } from './samples.ts';

const SCHEMES: Readonly<Record<string, string>> = {
  apiKey: 'X-API-Key header',
  bearer: 'Authorization: Bearer',
  browserCookie: 'cookie of the browser that opened the link',
  consentCookie: 'cookie of the browser that asks for consent',
};

/** @returns the operation's section, whose heading has the operation's id */
export function renderOperation(document: ApiDocument, endpoint: Endpoint) {
  const { method, path, operation } = endpoint;
  const body = jsonSchema(operation.requestBody?.content);
  return html`<section class="endpoint">
    <h2 id="${operation.operationId}">${operation.summary}</h2>
    <p class="address">
      <span class="method method-${method}">${method.toUpperCase()}</span> <code>${path}</code>
    </p>
    ${renderProse(operation.description ?? '')}
    <p class="quiet">${credentialOf(operation)}</p>
    ${parameters(document, operation)}
    ${body === undefined ? '' : fieldTable(document, body, 'Request body')}
    ${samples(document, endpoint)} ${isForKeys(operation) ? tryForm(document, endpoint, body) : ''}
    ${answers(document, operation)}
  </section>`;
}

const jsonSchema = (
  content: Operation['requestBody'] extends infer Body
    ? NonNullable<Body> extends { content: infer Content }
      ? Content | undefined
      : never
    : never,
): Schema | undefined =>
  (content?.['application/json'] ?? content?.['application/x-www-form-urlencoded'])?.schema;

function credentialOf({ security = [] }: Operation): string {
  const schemes = security.flatMap((entry) => Object.keys(entry));
  if (schemes.length === 0) return 'No credential.';
  return `Credential: ${schemes.map((scheme) => SCHEMES[scheme] ?? scheme).join(', or ')}.`;
}

function parameters(document: ApiDocument, { parameters: all = [] }: Operation) {
  if (all.length === 0) return '';
  const entries = all.map(
    ({ name, in: place, required, description, schema }) =>
      html`<div>
        <dt>
          <code>${name}</code>
          <span class="optional">${place}${required === true ? '' : ', optional'}</span>
        </dt>
        <dd>${renderProse(description ?? schema.description ?? describeType(document, schema))}</dd>
      </div>`,
  );
  return html`<dl class="parameters">${entries}</dl>`;
}

/**
 * Renders a table of fields, in which nested fields follow their parent and are named by their
 * path.
 */
function fieldTable(document: ApiDocument, schema: Schema, caption: string) {
  const fields = listFields(document, schema);
  if (fields.length === 0) return html`<p>${caption}: ${describeType(document, schema)}.</p>`;
  const row = ({ path, required, schema: field }: Field) =>
    html`<tr>
      <th scope="row">
        <code>${path}</code>${required ? '' : raw(' <span class="optional">optional</span>')}
      </th>
      <td>${describeType(document, field)}</td>
      <td>${renderProse(noteOf(document, field))}</td>
    </tr>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(row)}
      </tbody>
    </table>
  </div>`;
}

function noteOf(document: ApiDocument, field: Schema): string {
  const schema = { ...resolve(document, field), ...field };
  const parts = [schema.description ?? ''];
  if (schema.default !== undefined) parts.push(`Default \`${JSON.stringify(schema.default)}\`.`);
  if (schema.example !== undefined) parts.push(`Such as \`${JSON.stringify(schema.example)}\`.`);
  return parts.filter((part) => part !== '').join(' ');
}

/** Renders the sample calls. Only the first is visible; the script turns their labels into tabs. */
function samples(document: ApiDocument, endpoint: Endpoint) {
  const all = samplesOf(document, endpoint);
  const panels = all.map(
    ({ id, label, code }, index) =>
      html`<pre
        data-language="${id}"
        data-label="${label}"
        tabindex="0"
        role="group"
        aria-label="Example call, ${label}"
        ${index === 0 ? '' : raw('hidden')}
      ><code>${raw(code)}</code></pre>`,
  );
  return html`<div class="samples code">${panels}</div>`;
}

/**
 * Whether the operation accepts a test key. Only such an operation gets a form for trying it,
 * because no form asks for a person's credentials.
 */
const isForKeys = ({ security = [] }: Operation): boolean =>
  security.some((entry) => 'apiKey' in entry);

/**
 * Renders a placeholder for the form, with the data that the script builds it from. The placeholder
 * stays hidden if scripts do not run.
 */
function tryForm(document: ApiDocument, { method, path, operation }: Endpoint, body?: Schema) {
  const named = (place: string) =>
    (operation.parameters ?? []).filter((each) => each.in === place).map(({ name }) => name);
  const example = body === undefined ? '' : JSON.stringify(exampleOf(document, body), null, 2);
  return html`<details
    class="try"
    data-method="${method.toUpperCase()}"
    data-path="${path}"
    data-query="${named('query').join(' ')}"
    data-body="${example}"
    hidden
  >
    <summary>Try it with a test key</summary>
  </details>`;
}

function answers(document: ApiDocument, operation: Operation) {
  const all = Object.entries(operation.responses);
  const good = all.filter(([status]) => status.startsWith('2'));
  const others = all.filter(([status]) => !status.startsWith('2'));
  const tables = good.map(([status, { description, content }]) => {
    const envelope = content?.['application/json']?.schema;
    const data = envelope && (resolve(document, envelope).properties?.['data'] ?? envelope);
    return data === undefined
      ? html`<p><code>${status}</code> ${description.replaceAll('`', '')}</p>`
      : fieldTable(document, data, `${status}: ${description.replaceAll('`', '')}`);
  });
  const list = others.map(
    ([status, { description }]) =>
      html`<li><code>${status}</code> ${renderProse(description)}</li>`,
  );
  return html`${tables}${
    others.length === 0
      ? ''
      : html`<h3>Other answers</h3>
          <ul class="errors">
            ${list}
          </ul>`
  }`;
}
