package rewake.replay.pelt;

import rewake.kernel.pelt.LoadEvents;

/** Tells two what happens, the first first. */
record Both(LoadEvents one, LoadEvents other) implements LoadEvents {
    @Override
    public void executedBy(int onCpu) {
        one.executedBy(onCpu);
        other.executedBy(onCpu);
    }

    @Override
    public int addGroup(int parent, int shares, long now) {
        int added = one.addGroup(parent, shares, now);
        if (other.addGroup(parent, shares, now) != added)
            throw new IllegalStateException("groups got different numbers");
        return added;
    }

    @Override
    public void regroup(int task, int itsGroup, long now) {
        one.regroup(task, itsGroup, now);
        other.regroup(task, itsGroup, now);
    }

    @Override
    public void rejoin(int task, long now) {
        one.rejoin(task, now);
        other.rejoin(task, now);
    }

    @Override
    public void scale(int onCpu, int value) {
        one.scale(onCpu, value);
        other.scale(onCpu, value);
    }

    @Override
    public void offline(int onCpu, long now) {
        one.offline(onCpu, now);
        other.offline(onCpu, now);
    }

    @Override
    public void online(int onCpu, long now) {
        one.online(onCpu, now);
        other.online(onCpu, now);
    }

    @Override
    public void fork(int task, int onCpu, int itsWeight, long now) {
        one.fork(task, onCpu, itsWeight, now);
        other.fork(task, onCpu, itsWeight, now);
    }

    @Override
    public void wake(int task, int onCpu, int itsWeight, long now) {
        one.wake(task, onCpu, itsWeight, now);
        other.wake(task, onCpu, itsWeight, now);
    }

    @Override
    public void leave(int task, int to, long now) {
        one.leave(task, to, now);
        other.leave(task, to, now);
    }

    @Override
    public void sleep(int task, long now) {
        one.sleep(task, now);
        other.sleep(task, now);
    }

    @Override
    public void delay(int task, long now) {
        one.delay(task, now);
        other.delay(task, now);
    }

    @Override
    public void exit(int task, long now) {
        one.exit(task, now);
        other.exit(task, now);
    }

    @Override
    public void move(int task, int to, long now) {
        one.move(task, to, now);
        other.move(task, to, now);
    }

    @Override
    public void detach(int task, int to, long now) {
        one.detach(task, to, now);
        other.detach(task, to, now);
    }

    @Override
    public void attach(int task, long now) {
        one.attach(task, now);
        other.attach(task, now);
    }

    @Override
    public void pick(int onCpu, int task, long now) {
        one.pick(onCpu, task, now);
        other.pick(onCpu, task, now);
    }

    @Override
    public void pickOther(int onCpu, long now) {
        one.pickOther(onCpu, now);
        other.pickOther(onCpu, now);
    }

    @Override
    public void pickIdle(int onCpu, long now) {
        one.pickIdle(onCpu, now);
        other.pickIdle(onCpu, now);
    }

    @Override
    public void tick(int onCpu, long now) {
        one.tick(onCpu, now);
        other.tick(onCpu, now);
    }

    @Override
    public void blocked(int onCpu, long now) {
        one.blocked(onCpu, now);
        other.blocked(onCpu, now);
    }

    @Override
    public void seed(int task, int load, int runnable, int util, long now) {
        one.seed(task, load, runnable, util, now);
        other.seed(task, load, runnable, util, now);
    }

    @Override
    public void reweight(int task, int newWeight) {
        one.reweight(task, newWeight);
        other.reweight(task, newWeight);
    }

    @Override
    public void sample() {
        one.sample();
        other.sample();
    }
}
