// The fields of the form for an OAuth client, in the order in which they are displayed.
import { faultOf } from '../../../api/call-error.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { LogoInput } from '../../logo-input.tsx';
import { Switches } from '../../../ui/switches.tsx';
import {
  AGES,
  flagsFor,
  SCOPES,
  type AddressField,
  type ClientDraft,
  type Found,
} from './client-draft.ts';

interface Props {
  draft: ClientDraft;
  onChange: (part: Partial<ClientDraft>) => void;
  /** The error of the last attempt to save, if it failed. */
  error: unknown;
  isDisabled: boolean;
}

/** The details of the client that people see when they sign in to it. */
export function LookFields({ draft, onChange, error, isDisabled }: Props) {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t('clients.name')}
        hint={t('clients.name_hint')}
        isRequired
        isDisabled={isDisabled}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={faultOf(error, 'name', t('clients.name_bad'))}
      />
      <LogoInput
        value={draft.logo}
        error={faultOf(error, 'logo', t('look.logo_bad'))}
        isDisabled={isDisabled}
        onChange={(logo) => onChange({ logo })}
      />
    </>
  );
}

/** The scopes and ages that the client may request. */
export function ScopeFields({ draft, onChange, error, isDisabled }: Props) {
  const t = useTexts();
  const noAge = faultOf(error, 'age_thresholds', t('clients.age_thresholds_bad'));
  return (
    <>
      <Switches
        title={t('clients.scopes')}
        hint={t('clients.scopes_hint')}
        isDisabled={isDisabled}
        options={SCOPES.map((name) => ({ name, label: t(`scope.${name}`), hint: name }))}
        chosen={draft.scopes}
        onChange={(scopes) => onChange({ scopes })}
      />
      <Switches
        title={t('clients.age_thresholds')}
        hint={t('clients.age_thresholds_hint')}
        isDisabled={isDisabled}
        isInline
        options={AGES.map((name) => ({ name, label: name }))}
        chosen={draft.ages}
        onChange={(ages) => onChange({ ages })}
      />
      {noAge !== undefined && <p className="field-error">{noAge}</p>}
    </>
  );
}

/**
 * The client's keys, which let it authenticate without a secret, and the default maximum age of a
 * sign-in.
 */
export function ProofFields(props: Props) {
  const { draft, onChange, error, isDisabled } = props;
  const t = useTexts();
  return (
    <>
      <LinesInput
        label={t('clients.jwks')}
        hint={t('clients.jwks_hint')}
        value={draft.jwks}
        onChange={(jwks) => onChange({ jwks })}
        error={faultOf(error, 'jwks', t('clients.jwks_bad'))}
        isDisabled={isDisabled}
      />
      <AddressInput {...props} name="jwks_uri" />
      <TextInput
        label={t('clients.default_max_age')}
        hint={t('clients.default_max_age_hint')}
        value={draft.default_max_age}
        onChange={(text) => onChange({ default_max_age: text })}
        error={faultOf(error, 'default_max_age', t('clients.default_max_age_bad'))}
        isDisabled={isDisabled}
      />
    </>
  );
}

type AddressProps = Props & { name: AddressField; isRequired?: boolean };

/** Several URLs, one on each line. */
export const AddressLines = (props: AddressProps) => <LinesInput {...useAddressField(props)} />;

export const AddressInput = (props: AddressProps) => (
  <TextInput {...useAddressField(props)} isCode />
);

function useAddressField({
  name,
  isRequired = false,
  draft,
  onChange,
  error,
  isDisabled,
}: AddressProps) {
  const t = useTexts();
  return {
    label: t(`clients.${name}`),
    hint: t(`clients.${name}_hint`),
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: faultOf(error, name, t(`clients.${name}_bad`)),
    isRequired,
    isDisabled,
  };
}

export function FlagFields({
  found,
  draft,
  onChange,
  isDisabled,
}: Omit<Props, 'error'> & { found: Found }) {
  const t = useTexts();
  return (
    <Switches
      title={t('clients.more')}
      isDisabled={isDisabled}
      options={flagsFor(found, draft).map((name) => ({
        name,
        label: t(`clients.${name}`),
        hint: t(`clients.${name}_hint`),
      }))}
      chosen={draft.on}
      onChange={(on) => onChange({ on })}
    />
  );
}
