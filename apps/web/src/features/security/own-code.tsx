import { TextField } from '../../ui/form/field';
import { t } from '../../i18n/t';

/** The code of the own second step. */
export const OwnCode = () => (
  <TextField
    name="code"
    label={t('Code')}
    hint={t('From your authenticator app, or a recovery code')}
    autoComplete="one-time-code"
    className="numbers"
  />
);
