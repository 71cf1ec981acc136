import { LoginForm } from './parts';

export default function LoginPage() {
  return <LoginForm portal="sender" />;
}
