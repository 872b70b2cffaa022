// Shows a state in which values from customers and people have their maximum length and no spaces,
// and measures the effect on its lists.
import type { Page, Route } from 'playwright-core';
import type { ConsoleState } from './console-state.ts';
import { answerPage, findAnswer, isCall, refuse, succeed } from './console-visit.ts';
import type { ConsoleWindow } from './console-window.ts';

/** The maximum length of a `user_id` (D-7). */
const MOST = 255;
/** Response members whose values come from customers or people. */
const WRITTEN =
  /^(name|email|url|description|external_user_id|user_id|member_name|added_by_name|display_name|client_name|tenant_name|redirect_uris|user_agent|target_id|subject|device|site|suspension_reason|looks_like)$/;

function lengthen(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => lengthen(each, member));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, lengthen(each, key)]),
    );
  return typeof value === 'string' && WRITTEN.test(member) ? value.padEnd(MOST, 'Wm') : value;
}

/** @param isLong whether to use long values instead of the state's own */
export async function openState(
  window: ConsoleWindow,
  state: ConsoleState,
  viewport: { width: number; height: number },
  isLong: boolean,
): Promise<void> {
  const answer = async (route: Route): Promise<void> => {
    if (!isCall(route, state)) return answerPage(route, state);
    const found = findAnswer(state, route);
    if (found === undefined || found === 'pending') return refuse(route, 404, 'NOT_FOUND');
    return succeed(route, isLong ? lengthen(found) : found);
  };
  const faults: string[] = [];
  await window.load(state, viewport, { answer, faults });
  await window.page.locator('#content h1').waitFor();
  await window.page.locator('#content .waiting').first().waitFor({ state: 'detached' });
}

interface Lists {
  /** The innermost elements that extend beyond the window's edge. */
  beyond: string[];
  /** The height of the tallest row in a table or another list, in CSS pixels. */
  row: number;
  /** Words of our own labels that are broken across two lines. */
  broken: string[];
}

export const measureLists = (page: Page): Promise<Lists> =>
  page.evaluate(() => {
    const tallest = Math.max(
      0,
      ...[...document.querySelectorAll('#content .table tbody tr, #content .rows > .row')].map(
        (row) => row.getBoundingClientRect().height,
      ),
    );
    const labels = document.querySelectorAll<HTMLElement>(
      '#content :is(th, .table-label, .badge, .button, label, dt, h1, h2)',
    );
    const broken = [...labels]
      .filter((label) => label.checkVisibility())
      .filter((label) => label.querySelector('bdi, code') === null)
      .flatMap((label) => {
        const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(
            /[\p{L}\p{M}\p{N}]+/gu,
          )) {
            if (word.includes('Wm')) continue;
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
            if (tops.size > 1) found.push(word);
          }
        return found;
      });
    const { scrollWidth, clientWidth } = document.documentElement;
    const isBeyond = (element: Element): boolean => {
      const { left, right } = element.getBoundingClientRect();
      return right > clientWidth + 1 || left < -1;
    };
    const beyond = [...document.querySelectorAll('#content *')]
      .filter((element) => scrollWidth > clientWidth && isBeyond(element))
      .filter((element) => ![...element.children].some((child) => isBeyond(child)))
      .map(({ localName, className, parentElement }) =>
        [parentElement?.className, localName, className].join(' '),
      );
    return { beyond: [...new Set(beyond)], row: tallest, broken };
  });
