import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { passwordMinimum, specialCharacters } from '@tradepost/contracts/identity';
import { useFormikContext } from 'formik';
import { TextField } from './field';
import styles from './new-password-fields.module.css';

interface NewPassword {
  password: string;
  confirmPassword: string;
}

/** A new password, its confirmation and the unmet requirements; for a form with `newPasswordForm`'s rules. */
export function NewPasswordFields({ label = 'Password' }: { label?: string }) {
  const { values } = useFormikContext<NewPassword>();
  return (
    <>
      <TextField name="password" label={label} type="password" autoComplete="new-password" />
      <TextField name="confirmPassword" label="Confirm password" type="password" autoComplete="new-password" />
      <PasswordChecklist password={values.password} confirmation={values.confirmPassword} />
    </>
  );
}

function PasswordChecklist({ password, confirmation }: { password: string; confirmation: string }) {
  const points = [
    ['At least 8 characters', password.length >= passwordMinimum],
    ['At least one special character', [...password].some((c) => specialCharacters.includes(c))],
    ['Both passwords match', password !== '' && password === confirmation],
  ] as const;
  return (
    <ul aria-label="Password requirements" className={styles.rules}>
      {points.map(([text, done]) => (
        <li key={text} className={done ? styles.done : styles.missing}>
          {done ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />} {text}
          <span className="sr-only">{done ? ' (done)' : ' (missing)'}</span>
        </li>
      ))}
    </ul>
  );
}
