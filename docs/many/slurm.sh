#!/bin/sh
# A Slurm array that explores a program: each of its tasks makes one shard.
#
#   mkdir -p parts
#   id=$(sbatch --parsable docs/many/slurm.sh commit --runs 1000000)
#   sbatch --dependency=afterok:$id --wrap 'machsim merge parts/*.part'
#
# machsim is in PATH, and the directory is one that all nodes share. Other numbers of shards: sbatch --array=1-200.
#SBATCH --job-name=machsim
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2

# Exit code 1 says that a run failed, which is a result, and no reason to repeat the task.
machsim explore "$@" --workers "${SLURM_CPUS_PER_TASK:-1}" --no-record \
	--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -o "parts/$SLURM_ARRAY_TASK_ID.part" || test $? -eq 1
