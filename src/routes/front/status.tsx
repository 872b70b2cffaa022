// The status page for people: which parts of the service are working at the moment. Monitors read
// /readyz.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { readReadiness } from '../../domain/operations/health/readiness.ts';
import {
  publicStatus,
  type PublicPart,
  type PublicState,
} from '../../domain/operations/health/rules.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { readAnonymousViewer } from '../../http/pages/viewer.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';

const TONES = { works: 'good', delayed: 'warn', fails: 'bad' } as const;

export function registerStatus(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/status', async (c) => {
    const ctx = c.get('ctx');
    const readiness = await readReadiness(ctx);
    const parts = publicStatus(readiness, { readsDocuments: ctx.documents !== undefined });
    const viewer = await readAnonymousViewer(c);
    return renderPage(c, <StatusPage viewer={viewer} parts={parts} nowMs={ctx.now()} />);
  });
}

interface StatusView {
  viewer: Viewer;
  parts: readonly (readonly [PublicPart, PublicState])[];
  nowMs: number;
}

function StatusPage({ viewer, parts, nowMs }: StatusView) {
  const { t } = viewer;
  const states = parts.map(([, state]) => state);
  const worst = (['fails', 'delayed'] as const).find((state) => states.includes(state)) ?? 'works';
  return (
    <Document viewer={viewer} title={t('status.title')}>
      <Card>
        <div class="heading">
          <h1 class="title">{t(`status.all_${worst}`)}</h1>
          <p class="small">{t('status.time', { time: timeIn(viewer, nowMs) })}</p>
        </div>
        <ul class="entries">
          {parts.map(([part, state]) => (
            <li>
              <span>{t(`status.part_${part}`)}</span>
              <span class="tag" data-tone={TONES[state]}>
                {t(`status.is_${state}`)}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </Document>
  );
}

/** Formats a time with its time zone, because the page may be read from anywhere. */
const timeIn = ({ t, timeZone }: Viewer, ms: number): string =>
  new Intl.DateTimeFormat(t.locale, {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(ms);
