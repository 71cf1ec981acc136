import { LoginForm } from './parts';

export default function ReceiverLoginPage() {
  return <LoginForm portal="receiver" />;
}
