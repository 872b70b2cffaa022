// One object schema as a table of its fields; nested objects follow their parent, indented by their path.
import { describeType, resolve, type ApiDocument, type Schema } from './document.ts';
import { Prose } from './prose.tsx';

interface Field {
  path: string;
  required: boolean;
  schema: Schema;
}

export function SchemaTable({
  document,
  schema,
  caption,
}: {
  document: ApiDocument;
  schema: Schema;
  caption: string;
}) {
  const fields = listFields(document, schema);
  if (fields.length === 0) return <p>{describeType(document, schema)}</p>;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.path}>
              <th scope="row">
                <code>{field.path}</code>
                {field.required ? null : <span class="optional">optional</span>}
              </th>
              <td>{describeType(document, field.schema)}</td>
              <td>
                <Prose text={noteOf(document, field.schema)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function noteOf(document: ApiDocument, raw: Schema): string {
  const schema = { ...resolve(document, raw), ...raw };
  const parts = [schema.description ?? ''];
  if (schema.default !== undefined) parts.push(`Default \`${JSON.stringify(schema.default)}\`.`);
  if (schema.example !== undefined) parts.push(`Such as \`${JSON.stringify(schema.example)}\`.`);
  return parts.filter((part) => part !== '').join(' ');
}

function listFields(document: ApiDocument, raw: Schema, prefix = ''): Field[] {
  const schema = resolve(document, raw);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const own = { path, required: required.has(name), schema: property };
    const resolved = resolve(document, property);
    const inner = resolved.type === 'array' ? resolved.items : property;
    const below = inner === undefined ? [] : listFields(document, inner, `${path}.`);
    return [own, ...below];
  });
}
