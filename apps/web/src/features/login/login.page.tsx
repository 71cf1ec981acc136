import { PageHeader } from '../../ui/page-header';

export default function LoginPage() {
  return <PageHeader title="Welcome back" />;
}
