import type { InstallationReport, MeasuredShare } from '@rollcall/core/faces/installation/installation.types';
import type { PersonListing } from '@rollcall/core/people/people.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../../http/access.ts';
import { createRouter } from '../../http/router.ts';
import type { FontSource } from '../../reports/pdf/report-fonts.ts';
import { createReportFiles } from '../../reports/report-file.ts';
import * as contract from './installation.contract.ts';
import { installationSheet, readSheetFacts } from './installation-sheet.ts';

const presentPerson = ({ code, name }: PersonListing) => ({ id: code, name });
const presentShare = ({ hits, trials, low, high }: MeasuredShare) => ({ hits, trials, low, high });

function present(report: InstallationReport): z.infer<typeof contract.wireInstallation> {
  const { at, ages, people, surveyed, hasCohort, nearest, proposed, missing, accepted, corrected } = report;
  return {
    at: at.toISOString(),
    ages,
    people,
    surveyed,
    has_cohort: hasCohort,
    nearest: [...nearest],
    closest: report.closest.map(({ people: [one, other], score, areConfused, areDeclared }) => ({
      people: [presentPerson(one), presentPerson(other)],
      score,
      confused: areConfused,
      declared: areDeclared,
    })),
    choices: report.choices.map((choice) => ({
      ages: choice.ages,
      false_claims: presentShare(choice.falseClaims),
      wrong_names: presentShare(choice.wrongNames),
      kept: presentShare(choice.kept),
    })),
    proposed,
    missing: { people: missing.people, check_ins: missing.checkIns },
    accepted: { count: accepted.count, scores: [...accepted.scores] },
    refusals: report.refusals.map(({ reason, hour, evidence, count }) => ({ reason, hour, evidence, count })),
    evidence: report.evidence.map(({ evidence, count }) => ({ evidence, count })),
    corrected,
    renewals: report.renewals.map(({ person, reason, months }) => ({
      ...presentPerson(person),
      reason,
      months,
    })),
    trials: report.trials.map((trial) => ({
      attack: trial.attack,
      tries: trial.tries,
      passed: trial.passed,
      at: trial.at.toISOString(),
    })),
  };
}

export function installationRoutes(services: Services, fonts: FontSource) {
  const { installation, reports } = services;
  const { textSheetFile } = createReportFiles(fonts);
  return createRouter()
    .openapi(contract.getInstallation, async (c) => c.json(present(await installation.report()), 200))
    .openapi(contract.getInstallationSheet, async (c) => {
      const facts = await readSheetFacts(services, actorOf(c));
      const sheet = installationSheet(facts, c.req.valid('query').lang);
      const fileName = `face-recognition-${facts.zone.dateOf(facts.report.at)}`;
      const { body, headers } = await textSheetFile(sheet, fileName);
      await reports.auditReport(
        actorOf(c),
        { title: sheet.title, lines: [sheet.institution], fileName },
        'pdf',
      );
      return c.body(body, 200, headers);
    })
    .openapi(contract.declareLookAlikes, async (c) => {
      const { one, other } = c.req.valid('json');
      await installation.declareLookAlikes(actorOf(c), one, other);
      return c.json({ message: 'The two people are kept apart more strictly from now on.' }, 200);
    })
    .openapi(contract.noteAttackTrial, async (c) => {
      await installation.noteTrial(actorOf(c), c.req.valid('json'));
      return c.json({ message: 'The trial was recorded.' }, 200);
    });
}
