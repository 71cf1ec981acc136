import { identity } from '@tradepost/contracts/identity';
import { TextField } from '../../ui/form/field';

/** The rules of a form that asks for the current password. */
export const passwordForm = identity.authorizeExport.input;

export function OwnPassword({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <TextField
      name="password"
      label="Current password"
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  );
}
