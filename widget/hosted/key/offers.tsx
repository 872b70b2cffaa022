// The offers of age keys: to use a key before a check, to create a key after it, and to forget a
// key at either time.
import { useEffect, useState } from 'preact/hooks';
import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { OfferEnd } from '../account/offer-end.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import type { SessionView } from '../requests/wire.ts';
import { faultOf, forgetKey, type KeyFault, makeKey, useKey } from './ceremonies.ts';
import type { KeyTexts } from './key-texts.ts';
import type { KeyProps } from './part.ts';
import { canMakeKeys, canUseKeys, hasField } from './support.ts';

type Shared = Pick<KeyProps, 'view' | 'onView' | 'onDecide'> & { t: KeyTexts };
type KeyOfferProps = Shared & { age: number };

export function KeyOffer(props: Shared) {
  const { key } = props.view;
  if (!key) return null;
  const asked = { ...props, age: key.age };
  switch (key.act) {
    case 'use':
      return canUseKeys() ? <Use {...asked} /> : null;
    case 'make':
      return <Make {...asked} />;
    case 'forget':
      return canUseKeys() ? <Forget {...asked} /> : null;
  }
}

function Make({ view, t, age, onDecide }: KeyOfferProps) {
  const [isPossible, setPossible] = useState(false);
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | 'made'>('open');
  useEffect(() => void canMakeKeys().then(setPossible), []);
  if (stage === 'made')
    return (
      <>
        <OfferEnd name="key-made" icon="lock" text={t('key.made', { age })} />
        <ForgetButton {...{ view, t, age, onDecide }} />
      </>
    );
  if (!isPossible) return null;
  const press = async () => {
    onDecide?.();
    setStage('busy');
    const made = makeKey(view.id, age, t('key.name', { age }));
    setStage(await made.then(() => 'made' as const).catch(() => 'failed' as const));
  };
  return (
    <aside class="offer" aria-labelledby="key-text" data-offer="key-make">
      <Icon name="lock" />
      <p id="key-text">{t('key.make_text', { age })}</p>
      <p class="small">{t('key.linked', { service: view.privacy.operator })}</p>
      <Button
        look="soft"
        isBusy={stage === 'busy'}
        describedBy="key-fault"
        onPress={() => void press()}
      >
        {t('key.make', { age })}
      </Button>
      <Fault text={stage === 'failed' ? t('key.make_failed') : ''} />
    </aside>
  );
}

function Use({ view, t, age, onView, onDecide }: KeyOfferProps) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<KeyFault>();
  const isInField = useField(view, age, (passed) => onView?.(passed), setFault);
  const press = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      onView?.(await useKey(view.id, age, false));
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  };
  return (
    <aside class="offer" aria-labelledby="key-text" data-offer="key-use">
      <Icon name="lock" />
      <p id="key-text">{t('key.use_text', { age, site: view.site.name })}</p>
      <p class="small">{t('key.linked', { service: view.privacy.operator })}</p>
      <Button look="soft" isBusy={isBusy} describedBy="key-fault" onPress={() => void press()}>
        {t('key.use')}
      </Button>
      {isInField && (
        <label class="key-field">
          <span>{t('key.field')}</span>
          <input autocomplete="username webauthn" inputMode="none" name="age-key" />
        </label>
      )}
      <Fault text={fault ? t(`key.${fault}`) : ''} />
      <ForgetButton {...{ view, t, age, onDecide }} />
    </aside>
  );
}

/**
 * Lets the visitor choose a key from the field's autofill list, if the browser supports that. It is
 * not an error if no key is chosen, but it is an error if a chosen key is refused.
 */
function useField(
  { id }: SessionView,
  age: number,
  onPassed: (view: SessionView) => void,
  onFault: (fault: KeyFault) => void,
): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => void hasField().then(setThere), []);
  useEffect(() => {
    if (!isThere) return undefined;
    useKey(id, age, true).then(onPassed, (error: unknown) => {
      const fault = faultOf(error);
      if (fault !== 'stopped') onFault(fault);
    });
    return () => WebAuthnAbortService.cancelCeremony();
  }, [isThere]);
  return isThere;
}

const Forget = ({ view, t, age, onDecide }: KeyOfferProps) => (
  <aside class="offer" aria-labelledby="key-text" data-offer="key-forget">
    <Icon name="lock" />
    <p id="key-text">{t('key.forget_text', { age })}</p>
    <ForgetButton {...{ view, t, age, onDecide }} />
  </aside>
);

type Forgetting = Pick<KeyOfferProps, 'view' | 't' | 'age'> & {
  onDecide?: (() => void) | undefined;
};

function ForgetButton({ view, t, age, onDecide }: Forgetting) {
  const [stage, setStage] = useState<'open' | 'busy' | 'failed' | 'forgotten' | 'none'>('open');
  if (stage === 'forgotten' || stage === 'none')
    return (
      <p class="small" role="status" data-key={stage}>
        {t(stage === 'none' ? 'key.forget_none' : 'key.forgotten')}
      </p>
    );
  const press = async () => {
    onDecide?.();
    setStage('busy');
    const gone = forgetKey(view.id, age).then((wasThere) => (wasThere ? 'forgotten' : 'none'));
    setStage(await gone.catch(() => 'failed' as const));
  };
  return (
    <>
      <Button
        look="plain"
        isBusy={stage === 'busy'}
        describedBy="forget-fault"
        onPress={() => void press()}
      >
        {t('key.forget')}
      </Button>
      <p id="forget-fault" class="offer-fault" role="alert">
        {stage === 'failed' ? t('key.forget_failed') : ''}
      </p>
    </>
  );
}

const Fault = ({ text }: { text: string }) => (
  <p id="key-fault" class="offer-fault" role="alert">
    {text}
  </p>
);
