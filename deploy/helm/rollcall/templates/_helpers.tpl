{{- define "rollcall.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "rollcall.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else if contains (include "rollcall.name" .) .Release.Name }}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "rollcall.name" .) | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "rollcall.selectorLabels" -}}
app.kubernetes.io/name: {{ include "rollcall.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rollcall.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "rollcall.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "rollcall.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "rollcall.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "rollcall.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end }}

{{- define "rollcall.claimName" -}}
{{ .Values.persistence.existingClaim | default (printf "%s-data" (include "rollcall.fullname" .)) }}
{{- end }}

{{- define "rollcall.accessMode" -}}
{{- if .Values.persistence.accessMode -}}
{{ .Values.persistence.accessMode }}
{{- else if gt (int .Values.replicaCount) 1 -}}
ReadWriteMany
{{- else -}}
ReadWriteOnce
{{- end -}}
{{- end }}

{{- /* The secrets that are mounted: a name and a key for each file. */}}
{{- define "rollcall.secretSources" -}}
- secret:
    name: {{ required "database.existingSecret is required: the secret with the address of PostgreSQL." .Values.database.existingSecret }}
    items:
      - key: {{ .Values.database.key }}
        path: database-url
- secret:
    name: {{ required "templateKey.existingSecret is required: the secret with the master key of the faces." .Values.templateKey.existingSecret }}
    items:
      - key: {{ .Values.templateKey.key }}
        path: template-key
{{- with .Values.metrics.existingSecret }}
- secret:
    name: {{ . }}
    items:
      - key: {{ $.Values.metrics.key }}
        path: metrics-token
{{- end }}
{{- with .Values.mail.existingSecret }}
- secret:
    name: {{ . }}
    items:
      - key: {{ $.Values.mail.key }}
        path: smtp-url
{{- end }}
{{- end }}
