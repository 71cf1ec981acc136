import { PageHeader } from '../../ui/page-header';

export default function SignupPage() {
  return <PageHeader title="Sign up" />;
}
