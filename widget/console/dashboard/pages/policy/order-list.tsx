import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import type { MethodsDraft } from './methods-draft.ts';
import { moved, orderOf } from './order.ts';

/**
 * The accepted methods in order, with buttons that move a method up or down. A button that cannot
 * move its method any further keeps focus and does nothing.
 */
export function OrderList({
  draft,
  mayWrite,
  onChange,
}: {
  draft: MethodsDraft;
  mayWrite: boolean;
  onChange: (order: MethodsDraft['order']) => void;
}) {
  const t = useTexts();
  const order = orderOf(draft);
  if (order.length < 2) return null;
  return (
    <div role="group" aria-labelledby="policy-order">
      <p className="field-label" id="policy-order">
        {t('order.title')}
      </p>
      <p className="field-hint">{t('order.hint')}</p>
      <ol className="way">
        {order.map((method, at) => {
          const name = t(`methods.${method}_short`);
          return (
            <li key={method}>
              <div className="order-entry">
                <span>{name}</span>
                <Button
                  square
                  look="plain"
                  aria-label={t('order.up', { name })}
                  isDisabled={!mayWrite}
                  aria-disabled={at === 0}
                  onPress={() => onChange(moved(draft, method, -1))}
                >
                  <span aria-hidden="true">↑</span>
                </Button>
                <Button
                  square
                  look="plain"
                  aria-label={t('order.down', { name })}
                  isDisabled={!mayWrite}
                  aria-disabled={at === order.length - 1}
                  onPress={() => onChange(moved(draft, method, 1))}
                >
                  <span aria-hidden="true">↓</span>
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
