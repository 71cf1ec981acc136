import { identity } from '@tradepost/contracts/identity';
import { TextField } from '../../ui/form/field';
import { t } from '../../i18n/t';

/** The rules of a form that asks for the current password. */
export const passwordForm = identity.authorizeExport.input;

interface OwnPasswordProps {
  hint?: string;
  autoFocus?: boolean;
}

export function OwnPassword({ hint, autoFocus = false }: OwnPasswordProps) {
  return (
    <TextField
      name="password"
      label={t('Current password')}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      {...(hint && { hint })}
    />
  );
}
