import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { passwordMinimum, specialCharacters } from '@tradepost/contracts/identity';
import { useFormikContext } from 'formik';
import { TextField } from './field';
import { t } from '../../i18n/t';
import styles from './new-password-fields.module.css';

interface NewPassword {
  password: string;
  confirmPassword: string;
}

/** A new password, its confirmation and the unmet requirements; for a form with `newPasswordForm`'s rules. */
export function NewPasswordFields({ label = t('Password') }: { label?: string }) {
  const { values } = useFormikContext<NewPassword>();
  return (
    <>
      <TextField name="password" label={label} type="password" autoComplete="new-password" />
      <TextField name="confirmPassword" label={t('Confirm password')} type="password" autoComplete="new-password" />
      <PasswordChecklist password={values.password} confirmation={values.confirmPassword} />
    </>
  );
}

function PasswordChecklist({ password, confirmation }: { password: string; confirmation: string }) {
  const points = [
    [t('At least 8 characters'), password.length >= passwordMinimum],
    [t('At least one special character'), [...password].some((c) => specialCharacters.includes(c))],
    [t('Both passwords match'), password !== '' && password === confirmation],
  ] as const;
  return (
    <ul aria-label={t('Password requirements')} className={styles.rules}>
      {points.map(([text, done]) => (
        <li key={text} className={done ? styles.done : styles.missing}>
          {done ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />} {text}
          <span className="sr-only">{done ? ` ${t('(done)')}` : ` ${t('(missing)')}`}</span>
        </li>
      ))}
    </ul>
  );
}
