// States of the customers' console where it decides about its checks: what is saved, and what a change would mean.
import type { Answers, ConsoleState } from '../console-state.ts';
import { MARGIN, OWNER, SETTINGS, USUAL_MARGIN } from './answers.ts';

const ANSWERS: Answers = {
  '/dashboard/v1/settings': SETTINGS,
  '/dashboard/v1/settings/age-margin': MARGIN,
};

const policy = (
  name: string,
  rest: Pick<ConsoleState, 'reach' | 'shows' | 'withParameter'>,
): ConsoleState => ({
  console: 'dashboard',
  user: OWNER,
  path: '/policy',
  answers: ANSWERS,
  ...rest,
  name: `dashboard-${name}`,
});

export const POLICY_STATES: readonly ConsoleState[] = [
  policy('policy', { shows: '.outlook-group >> nth=2' }),
  policy('policy-changed', {
    reach: async (page) => {
      await page.locator('.checks').nth(2).getByRole('checkbox').first().uncheck();
      await page.locator('.checks').nth(1).getByRole('checkbox').last().uncheck();
      await page.locator('form').nth(2).locator('select').nth(1).selectOption('edge');
    },
    shows: '.effects >> nth=1',
  }),
  policy('policy-order', {
    reach: async (page) => {
      const up = page.locator('.order-entry').last().getByRole('button').first();
      await up.click();
      await page.locator('.order-entry').nth(2).getByRole('button').first().click();
    },
    shows: '.effects',
  }),
  policy('policy-margin', {
    withParameter: {
      name: 'service_default',
      answers: { '/dashboard/v1/settings/age-margin': USUAL_MARGIN },
    },
    reach: async (page) => {
      await page.locator('.outlook .curve').waitFor();
      await page.locator('form').first().locator('select').first().selectOption('default');
    },
    // Both curves, before and after.
    shows: '.outlook >> nth=1 >> .curve',
  }),
];
