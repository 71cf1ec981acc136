import { PageHeader } from '../../ui/page-header';

export default function OnboardingPage() {
  return <PageHeader title="Company Details" />;
}
