import { PageHeader } from '../../ui/page-header';

export default function ReceiverSignupPage() {
  return <PageHeader title="Sign up" />;
}
