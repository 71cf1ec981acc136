import { ArrowLeftOutlined, CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { passwordMinimum, specialCharacters } from '@tradepost/contracts/identity';
import { Flex, theme } from 'antd';
import { Link } from 'react-router-dom';
import { leaveReset } from './api';

export function BackToLogin() {
  return (
    <Flex justify="center" style={{ marginTop: 24 }}>
      <Link to="/login" onClick={leaveReset}>
        <ArrowLeftOutlined /> Back to log in
      </Link>
    </Flex>
  );
}

/** What the new password has and lacks so far. */
export function PasswordChecklist({ password, confirmation }: { password: string; confirmation: string }) {
  const { token } = theme.useToken();
  const points = [
    ['At least 8 characters', password.length >= passwordMinimum],
    ['At least one special character', [...password].some((c) => specialCharacters.includes(c))],
    ['Both passwords match', password !== '' && password === confirmation],
  ] as const;
  return (
    <ul aria-label="Password requirements" style={{ listStyle: 'none', padding: 0, margin: '0 0 24px' }}>
      {points.map(([text, done]) => (
        <li key={text} style={{ padding: '3px 0', color: done ? token.colorSuccess : token.colorTextSecondary }}>
          {done ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />} {text}
          <span className="sr-only">{done ? ' (done)' : ' (missing)'}</span>
        </li>
      ))}
    </ul>
  );
}
