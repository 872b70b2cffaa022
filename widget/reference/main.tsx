// Entry of the readable API description: reads /openapi.json and shows it.
import '../styles/tokens.css';
import '../styles/reference.css';
import { render } from 'preact';
import { groupEndpoints, type ApiDocument } from './document.ts';
import { EndpointSection } from './endpoint.tsx';
import { Prose } from './prose.tsx';

function Reference({ document: api }: { document: ApiDocument }) {
  const groups = [...groupEndpoints(api)].filter(([, endpoints]) => endpoints.length > 0);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the description
      </a>
      <nav aria-label="Operations">
        <p class="brand">{api.info.title}</p>
        {groups.map(([tag, endpoints]) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {endpoints.map(({ operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`}>{operation.summary}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        <h1>{api.info.title}</h1>
        <p class="quiet">
          Version {api.info.version}. Machine-readable: <a href="/openapi.json">OpenAPI 3.1</a>.{' '}
          <a href="/docs/age-truth">How true is the age?</a> <a href="/privacy">Privacy notice</a>
        </p>
        <Prose text={api.info.description ?? ''} />
        {groups.map(([tag, endpoints]) => (
          <section key={tag} class="group">
            <h2>{tag}</h2>
            <p>{api.tags?.find((known) => known.name === tag)?.description}</p>
            {endpoints.map((endpoint) => (
              <EndpointSection
                key={endpoint.operation.operationId}
                document={api}
                endpoint={endpoint}
              />
            ))}
          </section>
        ))}
      </main>
    </>
  );
}

function Message({ text }: { text: string }) {
  return (
    <main class="reference-message">
      <h1>API reference</h1>
      <p role="status">{text}</p>
    </main>
  );
}

async function start(root: HTMLElement): Promise<void> {
  render(<Message text="Loading the description…" />, root);
  try {
    const response = await fetch('/openapi.json');
    if (!response.ok) throw new Error(`status ${response.status}`);
    const api = (await response.json()) as ApiDocument;
    document.title = `${api.info.title} reference`;
    render(<Reference document={api} />, root);
    if (location.hash !== '') document.querySelector(location.hash)?.scrollIntoView();
  } catch {
    render(<Message text="The description could not be loaded. Please reload the page." />, root);
  }
}

const root = document.getElementById('app');
if (root) void start(root);
