// One operation: its purpose, credential, parameters, body, responses and an example.
import { useState } from 'preact/hooks';
import { curlOf, describeType, resolve, type ApiDocument, type Endpoint } from './document.ts';
import { Prose } from './prose.tsx';
import { SchemaTable } from './schema-table.tsx';

const SCHEMES: Readonly<Record<string, string>> = {
  apiKey: 'X-API-Key header',
  bearer: 'Authorization: Bearer',
  browserCookie: 'cookie of the browser that opened the link',
};

export function EndpointSection({
  document,
  endpoint,
}: {
  document: ApiDocument;
  endpoint: Endpoint;
}) {
  const { method, path, operation } = endpoint;
  const body = operation.requestBody?.content['application/json']?.schema;
  const schemes = (operation.security ?? []).flatMap((entry) => Object.keys(entry));
  return (
    <section id={operation.operationId} class="endpoint">
      <h3>{operation.summary}</h3>
      <p class="address">
        <span class={`method method-${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </p>
      <Prose text={operation.description ?? ''} />
      <p class="quiet">
        {schemes.length === 0
          ? 'No credential.'
          : `Credential: ${schemes.map((scheme) => SCHEMES[scheme] ?? scheme).join(', or ')}.`}
      </p>
      <Parameters document={document} endpoint={endpoint} />
      {body === undefined ? null : (
        <SchemaTable document={document} schema={body} caption="Request body" />
      )}
      <Responses document={document} endpoint={endpoint} />
      <Example text={curlOf(document, endpoint)} />
    </section>
  );
}

function Parameters({ document, endpoint }: { document: ApiDocument; endpoint: Endpoint }) {
  const parameters = endpoint.operation.parameters ?? [];
  if (parameters.length === 0) return null;
  return (
    <dl class="parameters">
      {parameters.map((parameter) => (
        <div key={parameter.name}>
          <dt>
            <code>{parameter.name}</code>{' '}
            <span class="optional">
              {parameter.in}
              {parameter.required === true ? '' : ', optional'}
            </span>
          </dt>
          <dd>
            <Prose
              text={
                parameter.description ??
                parameter.schema.description ??
                describeType(document, parameter.schema)
              }
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Responses({ document, endpoint }: { document: ApiDocument; endpoint: Endpoint }) {
  const all = Object.entries(endpoint.operation.responses);
  const good = all.filter(([status]) => status.startsWith('2'));
  const bad = all.filter(([status]) => !status.startsWith('2'));
  return (
    <>
      {good.map(([status, response]) => {
        const envelope = response.content?.['application/json']?.schema;
        const data = envelope && resolve(document, envelope).properties?.['data'];
        const caption = `${status}: ${response.description} Fields of data`;
        return data === undefined ? null : (
          <SchemaTable key={status} document={document} schema={data} caption={caption} />
        );
      })}
      <h4>Errors</h4>
      <ul class="errors">
        {bad.map(([status, response]) => (
          <li key={status}>
            <code>{status}</code> <Prose text={response.description} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Example({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div class="example">
      <pre tabIndex={0} role="group" aria-label="Example call">
        {text}
      </pre>
      <button type="button" class="copy" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
