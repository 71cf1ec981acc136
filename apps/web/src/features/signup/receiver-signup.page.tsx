import { SignupForm } from './parts';

export default function ReceiverSignupPage() {
  return <SignupForm portal="receiver" />;
}
