import { SignupForm } from './parts';

export default function SignupPage() {
  return <SignupForm portal="sender" />;
}
